import { isShortened, type ShortenedValue } from '../../../core/blocks/shortened-value';
import { AppError } from '../../../platform/errors';
import { isId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { isJsonObject, parseExact } from '../../../platform/text/exact-number';

// A log of another workspace has no rows here, like one that was deleted.
const READ = `
SELECT f.data FROM runtime.log l JOIN runtime.log_file f ON f.log_id = l.id AND f.started_at = l.started_at
WHERE l.id = $1 AND l.workspace_id = $2 AND f.id = $3`;

type Named = ShortenedValue & { logId?: unknown };

const isNamed = (value: unknown): value is Named => isShortened(value) && 'logId' in value;

/** Returns the number of bytes that `fillShortened` will read. */
export function namedBytes(samples: Readonly<Record<string, unknown>>): number {
  const members = Object.values(samples).flatMap((output) => Object.values(output ?? {}));
  return members.filter(isNamed).reduce((sum, { bytes }) => sum + (Number(bytes) || 1), 0);
}

/**
 * Outputs by slug as a run's blocks would get them: a member that a span holds shortened and that names its
 * log (`logId`) is read whole from the files of that log.
 * @throws AppError not_found when the log was deleted
 */
export async function fillShortened(
  workspaceId: string,
  samples: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const filled: Record<string, unknown> = {};
  for (const [slug, output] of Object.entries(samples)) {
    filled[slug] = output;
    if (!isJsonObject(output)) continue;
    const members: Record<string, unknown> = { ...output };
    for (const [name, value] of Object.entries(output))
      if (isNamed(value)) members[name] = await readWhole(workspaceId, slug, value);
    filled[slug] = members;
  }
  return filled;
}

async function readWhole(workspaceId: string, slug: string, value: Named): Promise<unknown> {
  const { logId, fileId, contentType } = value;
  const { rows } =
    typeof logId === 'string' && isId(logId)
      ? await pool().query<{ data: Buffer }>(READ, [logId, workspaceId, fileId])
      : { rows: [] };
  const [file] = rows;
  if (file === undefined)
    throw new AppError(
      'not_found',
      `The output of “${slug}” was deleted with its log. Run the workflow again.`,
    );
  const text = file.data.toString('utf8');
  return contentType === 'application/json' ? parseExact(text) : text;
}
