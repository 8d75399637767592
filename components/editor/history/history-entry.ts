import type { ResponseOutputs } from '@/lib/core/blocks/capabilities';
import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import type { LogSummary } from '@/lib/services/logs/schema';
import type { SentBlock } from '@/lib/services/runs/schema';
import { rawText, readResponse } from '../response/read-response';

/** Undefined: the block sends no request. */
type Outputs = ResponseOutputs | undefined;

/** One execution of a block: sent alone, or in a run. */
export interface HistoryEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  source: 'sent' | 'run';
  /** The id of the run's log; null if the block was sent alone. */
  logId: string | null;
  /** The iteration of its container, from 0. */
  iteration: number | null;
  /** Null: no request was sent. */
  request: { method: string; url: string } | null;
  /** HTTP status; null if no response came or no request was sent. */
  status: number | null;
  outcome: TraceSpan['status'];
  durationMs: number;
  /** The size of the decoded body. */
  bytes: number | null;
  /** The response for the response viewer; null: too large to be stored. */
  sent: SentBlock | null;
}

export type EntryFacts = Omit<HistoryEntry, 'sent'>;

/** Returns the list's facts about a block that was sent alone. */
export function factsOfSent(id: string, sent: SentBlock, outputs: Outputs): EntryFacts {
  const { span, request, sizes } = sent;
  return {
    id,
    at: span.startTime,
    source: 'sent',
    logId: null,
    iteration: null,
    request: request === null ? null : { method: request.method, url: request.url },
    status: readResponse(sent, outputs).status,
    outcome: span.status,
    durationMs: span.durationMs,
    bytes: sizes?.responseBytes ?? null,
  };
}

/** The most executions listed of one run: a loop has thousands. */
const MOST_OF_A_RUN = 20;

/** Returns the block's executions in the run of this log, the last first. */
export function entriesOfLog(
  { id: logId, traceSpans = [] }: Pick<LogSummary, 'id' | 'traceSpans'>,
  blockId: string,
  outputs: Outputs,
): HistoryEntry[] {
  const spans = [...spansOf(traceSpans, blockId)];
  return spans
    .slice(-MOST_OF_A_RUN)
    .reverse()
    .map((span) => entryOfSpan(span, logId, outputs));
}

function* spansOf(spans: readonly TraceSpan[], blockId: string): Generator<TraceSpan> {
  for (const span of spans) {
    if (isPart(span)) continue;
    yield* spansOf(span.children, blockId);
    // A block that did not run has no response of its own.
    if (span.blockId === blockId && span.status !== 'skipped' && span.pinned !== true) yield span;
  }
}

function entryOfSpan(span: TraceSpan, logId: string, outputs: Outputs): HistoryEntry {
  const sent = sentOfSpan(span, outputs);
  const response = readResponse(sent, outputs);
  const { request } = sent;
  return {
    id: `${logId} ${span.id}`,
    at: span.startTime,
    source: 'run',
    logId,
    iteration: span.iteration ?? null,
    request: request === null ? null : { method: request.method, url: request.url },
    status: response.status,
    outcome: span.status,
    durationMs: span.durationMs,
    bytes: response.body.kind === 'empty' ? null : new TextEncoder().encode(rawText(response.body)).length,
    sent,
  };
}

/** Builds the response from a log, which has no timing and no raw bytes. */
function sentOfSpan(span: TraceSpan, outputs: Outputs): SentBlock {
  const { method, url } = isJsonObject(span.input) ? span.input : {};
  const isRequest = outputs !== undefined && typeof url === 'string';
  return {
    span,
    output: span.output,
    branch: null,
    warnings: span.warnings ?? [],
    attempts: span.attempts ?? [],
    request: isRequest
      ? { method: typeof method === 'string' ? method : 'GET', url, headers: [], body: null }
      : null,
    timing: null,
    sizes: null,
    rawBody: null,
  };
}

/** Sorts the newest first; two of the same moment stay in this order. */
export const newestFirst = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
  entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

/** Adds an entry to compare: at most two, so the one chosen first is removed. */
export const withChosen = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-2);
