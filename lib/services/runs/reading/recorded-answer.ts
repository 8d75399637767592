import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { blockDefinitions } from '../../../core/blocks/registry/definitions';
import { isShortened } from '../../../core/blocks/shortened-value';
import type { ExactResult, RunOutcome } from '../../../core/engine/ports';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { AppError } from '../../../platform/errors';
import { pool } from '../../../platform/postgres/db';
import { QUEUE_STATE, type QueueState } from '../../../platform/postgres/queue-state';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { levelOf } from '../../logs/log-status';
import { withSpans } from '../../logs/with-spans';
import { openExact } from '../recording/exact-result';
import type { RunResult } from '../schema';
import type { Audience } from '../shapes/audience';
import { hasOutput } from './run-result';

const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

// A run is in one of the two tables: its end moves it in one transaction, and one statement sees one moment.
const FIND = `
SELECT l.level, p.final_output, p.error, l.has_files, e.state, x.sealed
FROM (SELECT) AS one
LEFT JOIN runtime.execution e ON e.id = $1
LEFT JOIN runtime.log l ON l.id = $2
LEFT JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
LEFT JOIN runtime.exact_result x ON x.log_id = l.id`;

const FIND_FILES = `
SELECT id, translate(encode(data, 'base64'), E'\\n', '') AS base64 FROM runtime.log_file WHERE log_id = $1`;

interface Ids {
  executionId: string;
  logId: string;
}

/** A run's end as its log has it. */
export interface RecordedAnswer {
  /** JSON of the `RunResult` that its first caller got. */
  json: string;
  /** The exact values of what is masked in the log; null when nothing is. */
  exact: ExactResult | null;
}

export type FoundAnswer = ({ state: 'ended' } & RecordedAnswer) | { state: QueueState | 'unknown' };

/** Returns the state of a run, wherever it runs. `audience` watcher: secrets stay masked. */
export async function findAnswer(
  { executionId, logId }: Ids,
  audience: Audience = 'caller',
): Promise<FoundAnswer> {
  const { rows } = await pool().query({ name: 'recorded-answer', text: FIND, values: [executionId, logId] });
  const [log] = rows;
  if (log.level === null) return { state: log.state === null ? 'unknown' : QUEUE_STATE.read(log.state) };
  const status = levelOf(log.level) === 'error' ? 'error' : 'success';
  const exact = audience === 'watcher' || log.sealed === null ? null : openExact(logId, log.sealed);
  const isExact = exact !== null && hasOutput({ status, response: exact.response });
  const logged = isExact ? writeJson(exact.output ?? null) : log.final_output;
  const output = log.has_files ? await withFiles(logged, logId) : logged;
  const members = [`"status":"${status}"`, `"output":${output}`, `"error":${log.error ?? 'null'}`];
  const json = `{"executionId":"${executionId}","logId":"${logId}",${members.join(',')}}`;
  return { state: 'ended', json, exact };
}

/**
 * Waits for a run's log, wherever it runs, and builds the JSON of the `RunResult` that its first caller
 * got; values of the log are passed on as text, so that every number keeps its digits. A file that was too
 * large to keep is only named.
 * @throws AppError not_found when that log was deleted; unavailable when nobody waits any more
 */
export async function recordedAnswer(ids: Ids, signal: AbortSignal): Promise<RecordedAnswer> {
  const answer = await answerUnless(ids, { ends: [], signal });
  return answer!;
}

/** The same, unless the run is parked meanwhile, or waits for long before it begins: then null. */
export function recordedUnlessParked(
  ids: Ids,
  signal: AbortSignal,
  audience?: Audience,
): Promise<RecordedAnswer | null> {
  const { parked, held, waiting, delayed } = QUEUE_STATE.is;
  return answerUnless(ids, { ends: [parked, held, waiting, delayed], signal, audience });
}

interface AnswerUnless {
  /** The states in which it is no longer waited for. */
  ends: ReadonlyArray<FoundAnswer['state']>;
  signal: AbortSignal;
  audience?: Audience | undefined;
}

async function answerUnless(
  ids: Ids,
  { ends, signal, audience }: AnswerUnless,
): Promise<RecordedAnswer | null> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS)) {
    const found = await findAnswer(ids, audience);
    if ('json' in found) return found;
    if (found.state === 'unknown') throw new AppError('not_found', 'The log of this run has been deleted.');
    if (ends.includes(found.state)) return null;
    await sleep(waitMs);
    if (signal.aborted) throw new AppError('unavailable', 'The caller disconnected.');
  }
}

/** The log names files by id where the answer held their bytes. */
async function withFiles(output: string, logId: string): Promise<string> {
  const { rows } = await pool().query<{ id: string; base64: string }>(FIND_FILES, [logId]);
  const files = new Map(rows.map(({ id, base64 }) => [id, base64]));
  return writeJson(parseExact(output), (_, value) => {
    const member = value as { fileId: string } | null;
    const base64 = files.get(member?.fileId as string);
    if (base64 === undefined) return member;
    const { fileId, ...file } = member!;
    return { ...file, base64 };
  });
}

/** The same as values, with what its Response block said. */
export async function recordedResponse(
  logId: string,
  { json, exact }: RecordedAnswer,
  signal: AbortSignal,
): Promise<{ answer: RunResult; response: RunOutcome['response'] }> {
  const answer = parseExact(json) as RunResult;
  const response = exact === null ? await responseInSpans(logId, signal) : exact.response;
  return { answer: { ...answer, output: wholeOf(answer.output) }, response };
}

/** Returns the value itself for an output that the log holds as a file. */
function wholeOf(output: unknown): unknown {
  if (!isShortened(output)) return output;
  const { base64, contentType } = output as { base64?: unknown; contentType?: string };
  if (typeof base64 !== 'string') return output;
  const text = Buffer.from(base64, 'base64').toString('utf8');
  return contentType === 'application/json' ? parseExact(text) : text;
}

const ResponseOutput = z.object({ status: z.int(), headers: z.array(z.tuple([z.string(), z.string()])) });

/** Spans keep a Response's status and headers whole; the first one to finish has answered. */
const responseInSpans = (logId: string, signal: AbortSignal): Promise<RunOutcome['response']> =>
  withSpans(logId, signal, firstResponse);

function firstResponse(spans: readonly TraceSpan[]): RunOutcome['response'] {
  for (const { type, status, output } of inOrderOfEnd(spans)) {
    if (status !== 'success' || blockDefinitions.get(type)?.sets !== 'response') continue;
    const found = ResponseOutput.safeParse(output);
    if (found.success) return found.data;
  }
  return null;
}

/** Yields the spans inside a block before its own, because they ended before it. */
function* inOrderOfEnd(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const span of spans) {
    yield* inOrderOfEnd(span.children);
    yield span;
  }
}
