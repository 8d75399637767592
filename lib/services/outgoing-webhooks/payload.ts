import type { Trigger } from '../../core/blocks/trigger';
import { writeJson } from '../../platform/text/json-text';
import type { Limits } from '../limits/schema';
import { finalOutputOf } from '../logs/log-row';
import type { LogLevel } from '../logs/schema';
import { EVENT_TYPE } from './event-schema';
import { toPayloadOptions } from './payload-flags';

/**
 * A completed execution. `cost`, `files`, `finalOutput`, `traceSpans` and `error` are JSON as logs store it.
 */
export interface CompletedExecution {
  logId: string;
  workflowId: string;
  executionId: string;
  level: LogLevel;
  trigger: Trigger;
  tags?: readonly string[] | undefined;
  startedAtMs: number;
  endedAtMs: number;
  cost: string;
  files: string | null;
  finalOutput: string;
  traceSpans: string;
  error: string | null;
}

export interface EventToCompose {
  id: string;
  timestampMs: number;
  execution: CompletedExecution;
  /** Needed only when the flags ask for them. */
  limits: Limits | null;
}

/**
 * The request body, once and for all: what is JSON already goes in as it is, so that it is the log's to the
 * byte.
 */
export function composeBody({ id, timestampMs, execution, limits }: EventToCompose, flags: number): string {
  const options = toPayloadOptions(flags);
  const { logId, workflowId, executionId, level, trigger, startedAtMs, endedAtMs } = execution;
  const data = [
    member('workflowId', workflowId),
    member('executionId', executionId),
    member('status', level === 'error' ? 'error' : 'success'),
    member('level', level),
    member('trigger', trigger),
    member('startedAt', new Date(startedAtMs).toISOString()),
    member('endedAt', new Date(endedAtMs).toISOString()),
    member('totalDurationMs', endedAtMs - startedAtMs),
    `"cost":${execution.cost}`,
    `"files":${execution.files ?? 'null'}`,
  ];
  if (execution.error !== null) data.push(`"error":${execution.error}`);
  if (options.includeFinalOutput) data.push(`"finalOutput":${finalOutputJson(execution)}`);
  if (options.includeTraceSpans) data.push(`"traceSpans":${execution.traceSpans}`);
  if (options.includeTags) data.push(member('tags', execution.tags ?? []));
  if (options.includeRateLimits) data.push(member('rateLimits', limits?.workflowExecutionRateLimit));
  if (options.includeUsageData) data.push(member('usage', limits?.usage));
  const links = { log: `/v1/logs/${logId}`, execution: `/v1/logs/executions/${executionId}` };
  const head = [member('id', id), member('type', EVENT_TYPE), member('timestamp', timestampMs)];
  return `{${head.join(',')},"data":{${data.join(',')}},${member('links', links)}}`;
}

/** The parts of an event beside its head. */
export interface EventContent {
  /** Begins with what it is about, and the run if there is one. */
  data: { [Name in SubjectName]?: string | null } & Record<string, unknown>;
  /** Paths of the server. */
  links: Record<string, string>;
}

/** Returns the request body of an event that is no completed execution. */
export const composeEvent = (
  { id, type, timestampMs }: { id: string; type: string; timestampMs: number },
  { data, links }: EventContent,
): string => JSON.stringify({ id, type, timestamp: timestampMs, data, links });

/** The first member of each event's `data`: what it is about. */
export type SubjectName = 'workflowId' | 'webhookId' | 'alertId';

const HEAD =
  /^\{"id":"([^"]+)","type":"([^"]+)","timestamp":(\d+),"data":\{"(workflowId|webhookId|alertId)":"([^"]+)"(?:,"executionId":"([^"]+)")?/;

export interface EventHead {
  id: string;
  type: string;
  timestampMs: number;
  subject: { name: SubjectName; id: string };
  /** Null if it is about no run. */
  executionId: string | null;
}

/** Reads what all events begin with, however large the body is; null for another text. */
export function readEventHead(body: string): EventHead | null {
  const found = HEAD.exec(body);
  if (found === null) return null;
  const [, id = '', type = '', timestamp, name, of = '', executionId = null] = found;
  const subject = { name: name as SubjectName, id: of };
  return { id, type, timestampMs: Number(timestamp), subject, executionId };
}

const member = (name: string, value: unknown): string => `"${name}":${JSON.stringify(value)}`;

/** Returns the final output as the logs API gives it: always an object. */
function finalOutputJson({ finalOutput, error }: CompletedExecution): string {
  if (finalOutput.startsWith('{')) return finalOutput;
  return writeJson(finalOutputOf({ final_output: finalOutput, error }));
}
