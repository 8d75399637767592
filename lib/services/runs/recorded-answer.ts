import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';

const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

// A run is in one of the two tables: its end moves it in one transaction, and one statement sees one moment.
const FIND = `
SELECT l.level, p.final_output, p.error, l.has_files, e.id AS unfinished
FROM (SELECT) AS one
LEFT JOIN runtime.execution e ON e.id = $1
LEFT JOIN runtime.log l ON l.id = $2
LEFT JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at`;

const FIND_FILES = `
SELECT id, translate(encode(data, 'base64'), E'\\n', '') AS base64 FROM runtime.log_file WHERE log_id = $1`;

/**
 * Waits for a run's log, wherever it runs, and makes of it the JSON of the `RunAnswer` that its first caller
 * got; what stands in the log is passed on as text, so that every number keeps its digits. A file that was
 * too large to keep is named only.
 * @throws AppError not_found when that log was deleted; unavailable when nobody waits any more
 */
export async function recordedAnswer(
  { executionId, logId }: { executionId: string; logId: string },
  signal: AbortSignal,
): Promise<string> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS)) {
    const { rows } = await pool().query({
      name: 'recorded-answer',
      text: FIND,
      values: [executionId, logId],
    });
    const [log] = rows;
    if (log.level !== null) {
      const status = log.level === 'error' ? 'error' : 'success';
      const output = log.has_files ? await withFiles(log.final_output, logId) : log.final_output;
      const members = [`"status":"${status}"`, `"output":${output}`, `"error":${log.error ?? 'null'}`];
      return `{"executionId":"${executionId}","logId":"${logId}",${members.join(',')}}`;
    }
    if (log.unfinished === null)
      throw new AppError('not_found', 'The log of this key’s run has been deleted.');
    await sleep(waitMs);
    if (signal.aborted) throw new AppError('unavailable', 'The caller went away.');
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
