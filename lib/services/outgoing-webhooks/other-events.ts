import type { Trigger } from '../../core/blocks/trigger';
import type { Happened } from './note-event';
import type {
  AlertFiredEvent,
  RunStartedEvent,
  RunWaitingEvent,
  WebhookDisabledEvent,
  WorkflowPublishedEvent,
} from './other-event-schemas';

/** A run, as its events name it. */
export interface EventRun {
  workspaceId: string;
  workflowId: string;
  executionId: string;
  logId: string;
  trigger: Trigger;
  tags?: readonly string[] | undefined;
}

type DataOf<Event extends { data: object }> = Event['data'];

const iso = (atMs: number): string => new Date(atMs).toISOString();

const ofRun = ({ workspaceId, workflowId, executionId, logId, trigger, tags }: EventRun) => ({
  workspaceId,
  workflowIds: [workflowId],
  run: { executionId, logId, trigger, tags },
  links: { log: `/v1/logs/${logId}`, execution: `/v1/logs/executions/${executionId}` },
});

export function runStarted(run: EventRun & { version: number | null }, startedAtMs: number): Happened {
  const { workflowId, executionId, trigger, version, tags = [] } = run;
  const data: DataOf<RunStartedEvent> = {
    workflowId,
    executionId,
    trigger,
    version,
    startedAt: iso(startedAtMs),
    tags: [...tags],
  };
  return { ...ofRun(run), type: 'run.started', atMs: startedAtMs, data };
}

interface BegunWaiting {
  blockId: string;
  iteration?: string;
  kind: DataOf<RunWaitingEvent>['kind'];
  startedMs: number;
  dueMs: number | null;
}

export function runWaiting(run: EventRun, wait: BegunWaiting): Happened {
  const { workflowId, executionId, trigger } = run;
  const { blockId, iteration, kind, startedMs, dueMs } = wait;
  const data: DataOf<RunWaitingEvent> = {
    workflowId,
    executionId,
    trigger,
    blockId,
    ...(iteration !== undefined && { iteration }),
    kind,
    startedAt: iso(startedMs),
    dueAt: dueMs === null ? null : iso(dueMs),
  };
  return { ...ofRun(run), type: 'run.waiting', atMs: Date.now(), data };
}

export function workflowPublished(workspaceId: string, data: DataOf<WorkflowPublishedEvent>): Happened {
  const { workflowId, version } = data;
  const workflow = `/v1/workflows/${workflowId}`;
  return {
    type: 'workflow.published',
    atMs: Date.now(),
    workspaceId,
    workflowIds: [workflowId],
    data,
    links: { workflow, version: `${workflow}/versions/${version}` },
  };
}

export const webhookDisabled = (workspaceId: string, data: DataOf<WebhookDisabledEvent>): Happened => ({
  type: 'webhook.disabled',
  atMs: Date.now(),
  workspaceId,
  workflowIds: data.workflowId === null ? [] : [data.workflowId],
  data,
  links: { webhook: `/v1/webhooks/${data.webhookId}` },
});

export const alertFired = (workspaceId: string, data: DataOf<AlertFiredEvent>): Happened => ({
  type: 'alert.fired',
  atMs: Date.now(),
  workspaceId,
  workflowIds: data.workflowIds,
  data,
  links: { alert: `/v1/alerts/${data.alertId}` },
});
