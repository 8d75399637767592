import type { BlockError } from '../../../core/blocks/block';
import type { ShortenedValue } from '../../../core/blocks/shortened-value';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { logger } from '../../../platform/logging/logger';
import { StatementTooSlow } from '../../../platform/postgres/database-faults';
import type { CompletionRow } from '../shapes/execution-row';

const MB = 1024 * 1024;
/** Longer spans are not read again only to be kept without their values. */
const MAX_READ_SPANS = 8 * MB;

/** Texts and files of a log, in characters. */
export function sizeOfLog({ traceSpans, finalOutput, exact, files = [] }: CompletionRow): number {
  return files.reduce(
    (sum, { base64 }) => sum + (base64?.length ?? 0),
    traceSpans.length + finalOutput.length + (exact?.length ?? 0),
  );
}

/** Returns the error that the log of a run shows if its values can't be stored. */
export function notStored(row: CompletionRow, cause: unknown): BlockError {
  const { executionId } = row.execution;
  const size = sizeOfLog(row);
  logger('runs').error('the log of a run could not be stored', { executionId, size, error: cause });
  const why =
    cause instanceof StatementTooSlow ? 'took too long to be written' : 'were refused by the database';
  const { code = null } = (row.error === null ? {} : JSON.parse(row.error)) as { code?: string };
  const end = code === null ? 'All of its blocks ran' : `It ended with ${code}`;
  return {
    code: 'LOG_NOT_STORED',
    message:
      `${end}, but the values in its log, ${(size / MB).toFixed(1)} MB in all, ${why}. ` +
      'What the blocks did took effect. Work on less data in one run.',
  };
}

/** The end of the run without the values: neither inputs, outputs and exact results nor files. */
export function withoutValues(row: CompletionRow, error: BlockError): CompletionRow {
  const { files: _, exact: __, ending: ___, ...rest } = row;
  const output: ShortenedValue = {
    truncated: true,
    bytes: row.finalOutput.length,
    contentType: 'application/json',
    fileId: null,
    head: '',
  };
  return {
    ...rest,
    level: 'error',
    traceSpans: spansWithoutValues(row.traceSpans),
    finalOutput: JSON.stringify(output),
    error: JSON.stringify(error),
  };
}

function spansWithoutValues(json: string): string {
  if (json.length > MAX_READ_SPANS) return '[]';
  const bare = (spans: readonly TraceSpan[]): TraceSpan[] =>
    spans.map(({ assertions: _, ...span }) => ({
      ...span,
      input: null,
      output: null,
      error: span.error && { code: span.error.code, message: 'Not stored.' },
      children: bare(span.children),
    }));
  return JSON.stringify(bare(JSON.parse(json)));
}
