import { env } from '../../platform/env';
import { newId } from '../../platform/ids';
import type { Happened } from './note-event';
import { alertFired, runStarted, runWaiting, webhookDisabled, workflowPublished } from './other-events';
import { sampleExecution } from './sample-execution';

const DAY_MS = 24 * 60 * 60 * 1000;
const NAME = 'A sample';

interface Covered {
  workspaceId: string;
  /** Null: all workflows, and then one that is made up. */
  workflowId: string | null;
}

/** An event that never was, as `sampleExecution` is an execution that never was. */
export function sampleEvent(type: Happened['type'], covered: Covered, nowMs: number): Happened {
  const { workspaceId } = covered;
  const { workflowId, executionId, logId, trigger, tags } = sampleExecution(covered.workflowId, nowMs);
  const run = { workspaceId, workflowId, executionId, logId, trigger, tags };
  const id = newId(nowMs);
  switch (type) {
    case 'run.started':
      return runStarted({ ...run, version: 1 }, nowMs);
    case 'run.waiting': {
      const wait = { blockId: 'sample', kind: 'approval' as const };
      return runWaiting(run, { ...wait, startedMs: nowMs, dueMs: nowMs + DAY_MS });
    }
    case 'workflow.published': {
      const about = { workflowId, version: 2, previousVersion: 1, note: NAME, userId: id };
      return workflowPublished(workspaceId, about);
    }
    case 'webhook.disabled': {
      const about = { webhookId: id, name: NAME, workflowId: covered.workflowId };
      return webhookDisabled(workspaceId, { ...about, reason: 'failing' });
    }
    case 'alert.fired': {
      const url = new URL(`/w/${workspaceId}/logs`, env().NEXTAUTH_URL).href;
      const summary = 'At least 3 executions failed within 10 minutes.';
      const about = { alertId: id, name: NAME, workflowIds: [workflowId] };
      return alertFired(workspaceId, { ...about, summary, value: 3, url });
    }
  }
}
