import type { LogSummary } from '@/lib/services/logs/schema';

export type ExportFormat = 'csv' | 'ndjson';

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', ndjson: 'application/x-ndjson' };
/** Up to here text is collected; then the browser keeps it, on disk where it is large. */
const PART_CHARS = 1_000_000;
const COLUMNS: ReadonlyArray<readonly [name: string, value: (row: LogSummary) => string | number | null]> = [
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
];

/** The rows of a streamed list as a file. `onCount` is told how many there are up to now. */
export async function exportedFile(
  body: ReadableStream<Uint8Array>,
  format: ExportFormat,
  onCount: (rows: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const parts: Blob[] = [];
  let text = format === 'csv' ? csvLine(COLUMNS.map(([name]) => name)) : '';
  let rows = 0;
  let isWhole = false;
  for await (const line of linesOf(body)) {
    const value = JSON.parse(line) as LogSummary | { error?: { detail: string }; nextCursor?: unknown };
    if (!('id' in value)) {
      if (value.error) throw new Error(value.error.detail);
      isWhole = true;
      continue;
    }
    text += format === 'csv' ? csvLine(COLUMNS.map(([, of]) => of(value))) : `${line}\n`;
    rows += 1;
    if (text.length < PART_CHARS) continue;
    parts.push(new Blob([text]));
    text = '';
    onCount(rows);
  }
  if (!isWhole) throw new Error('The connection broke before the last run. Try again.');
  return { file: new Blob([...parts, text], { type: TYPES[format] }), rows };
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
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

/** RFC 4180. */
export const csvLine = (values: ReadonlyArray<string | number | null>): string =>
  `${values.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Spreadsheets take a text that begins like this for a formula, which may call out.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
