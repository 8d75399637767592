import { csvLine } from '@/components/ui/csv-line';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { fromNetwork } from '@/lib/platform/http/client';
import type { ExportedLog } from '@/lib/services/logs/schema';

export type ExportFormat = 'csv' | 'ndjson';

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', ndjson: 'application/x-ndjson' };
/** Text is collected up to this length; then it becomes a blob, which the browser may store on disk. */
const PART_CHARS = 1_000_000;
const COLUMNS: ReadonlyArray<readonly [name: string, value: (row: ExportedLog) => string | number | null]> = [
  ['startedAt', (row) => row.startedAt],
  ['workflow', (row) => row.workflow?.name ?? null],
  ['workflowId', (row) => row.workflowId],
  ['version', (row) => row.version],
  ['level', (row) => row.level],
  ['trigger', (row) => row.trigger],
  ['durationMs', (row) => row.totalDurationMs],
  ['costUsd', (row) => row.cost.total],
  ['executionId', (row) => row.executionId],
  ['logId', (row) => row.id],
  ['errorCode', (row) => row.errorCode],
  ['errorMessage', (row) => row.errorMessage],
  ['status', (row) => row.status],
  ['waitedMs', (row) => row.waitedMs],
  ['tags', (row) => row.tags.join(', ')],
];

/** Returns a file's name: the workspace, and when it was exported (UTC). */
export function exportName(workspace: string, format: ExportFormat, nowMs: number): string {
  const plain = workspace.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const at = new Date(nowMs).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `${plain === '' ? 'millrace' : plain}-logs-${at}.${format}`;
}

/** A run of an export with its original JSON. */
export interface ExportedRow {
  log: ExportedLog;
  json: string;
}

/** Writes rows to a file. `onCount` receives the number of rows so far. @throws the errors of `rows` */
export async function exportedFile(
  rows: AsyncIterable<ExportedRow>,
  format: ExportFormat,
  onCount: (rows: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const parts: Blob[] = [];
  let text = format === 'csv' ? csvLine(COLUMNS.map(([name]) => name)) : '';
  let count = 0;
  for await (const { log, json } of rows) {
    text += format === 'csv' ? csvLine(COLUMNS.map(([, of]) => of(log))) : `${json}\n`;
    count += 1;
    if (text.length < PART_CHARS) continue;
    parts.push(new Blob([text]));
    text = '';
    onCount(count);
  }
  return { file: new Blob([...parts, text], { type: TYPES[format] }), rows: count };
}

/** Yields the rows of a streamed list. @throws Error if the export failed or its last line is missing */
export async function* listedRows(body: ReadableStream<Uint8Array>): AsyncGenerator<ExportedRow> {
  let isWhole = false;
  for await (const line of linesOf(body)) {
    const value = JSON.parse(line) as ExportedLog | { error?: { detail: string }; nextCursor?: unknown };
    if ('id' in value) yield { log: value, json: line };
    else if (value.error) throw new Error(value.error.detail);
    else isWhole = true;
  }
  if (!isWhole) throw new Error('The connection broke before the last run. Try again.');
}

/** `total`: the number of runs counted before; more runs may have ended since. */
export const exportProgress = (rows: number, total: number | undefined): string =>
  total === undefined || total < rows
    ? `Exporting… ${countOf(rows, 'run')}`
    : `Exporting… ${formatCount(rows)} of ${countOf(total, 'run')}`;

/** `from`: the oldest moment that a search has reached, in words; null if it has read no run yet. */
export const searchProgress = (rows: number, from: string | null): string =>
  `Exporting… ${countOf(rows, 'run')}${from === null ? '' : `, searched back to ${from}`}`;

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await fromNetwork(reader.read());
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    reader.releaseLock();
  }
}
