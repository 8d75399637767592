import type { StoredFile } from '../../platform/outbound-http/contract';
import { OutboundFailure } from '../../platform/outbound-http/outbound-failure';
import { FILES_TURN_MS, filesPool } from '../../platform/postgres/db';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import type { FileOwner } from './file-owner';

const FIND = `
SELECT size FROM runtime.stored_file
WHERE id = $1 AND workspace_id = $2 AND ($3::uuid IS NULL OR root_id = $3) AND size IS NOT NULL`;
const READ_CHUNK = 'SELECT data FROM runtime.stored_file_chunk WHERE file_id = $1 AND place = $2';

// Chunks differ in length. Their lengths can be read without their data.
const FIND_CHUNK = `
SELECT place, start::float8 FROM (
  SELECT place, sum(octet_length(data)) OVER (ORDER BY place) - octet_length(data) AS start
  FROM runtime.stored_file_chunk WHERE file_id = $1
) chunk WHERE start <= $2 ORDER BY place DESC LIMIT 1`;

/** Yields the bytes of a file that a run may send. @throws OutboundFailure FILE_UNAVAILABLE */
export async function* readStored(owner: FileOwner, { id, size }: StoredFile): AsyncGenerator<Buffer> {
  try {
    const { rows } = await reading(() => filesPool().query(FIND, [id, owner.workspaceId, owner.rootId]));
    if (rows[0]?.size !== size) throw unavailable('It is not a file of this run, or was deleted.');
    yield* chunksOf(id, { first: 0, last: size - 1 });
  } catch (error) {
    if (error instanceof OutboundFailure) throw error;
    throw unavailable('It can’t be read at the moment. Try again later.', error);
  }
}

/** Yields these bytes, ends included; one chunk is in memory at a time. Throws if the file is deleted. */
export async function* chunksOf(
  id: string,
  { first, last }: { first: number; last: number },
): AsyncGenerator<Buffer> {
  let { place, start } = first === 0 ? { place: 0, start: 0 } : await chunkAt(id, first);
  for (; start <= last; place += 1) {
    const { rows } = await reading(() =>
      filesPool().query<{ data: Buffer }>({ name: 'read-chunk', text: READ_CHUNK, values: [id, place] }),
    );
    const [chunk] = rows;
    if (chunk === undefined) throw new Error(`The stored file ${id} went while it was read.`);
    yield chunk.data.subarray(Math.max(0, first - start), last + 1 - start);
    start += chunk.data.length;
  }
}

/** Returns the chunk that contains this byte, and the position of the chunk's first byte. */
async function chunkAt(id: string, byte: number): Promise<{ place: number; start: number }> {
  const { rows } = await reading(() => filesPool().query(FIND_CHUNK, [id, byte]));
  return rows[0] ?? { place: 0, start: 0 };
}

const reading = <T>(work: () => Promise<T>): Promise<T> =>
  withDatabaseRetry(work, { repeatable: true, giveUpAfterMs: FILES_TURN_MS });

function unavailable(why: string, cause?: unknown): OutboundFailure {
  return new OutboundFailure('FILE_UNAVAILABLE', `The file can’t be sent. ${why}`, 'request', cause);
}
