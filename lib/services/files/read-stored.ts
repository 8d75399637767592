import type { StoredFile } from '../../platform/outbound-http/contract';
import { OutboundFailure } from '../../platform/outbound-http/outbound-failure';
import { filesPool } from '../../platform/postgres/db';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import type { FileOwner } from './file-owner';

const FIND = `
SELECT size FROM runtime.stored_file
WHERE id = $1 AND workspace_id = $2 AND ($3::uuid IS NULL OR root_id = $3) AND size IS NOT NULL`;
const READ_CHUNK = 'SELECT data FROM runtime.stored_file_chunk WHERE file_id = $1 AND place = $2';

const GIVE_UP_MS = 5_000;

/** The bytes of a file that a run may send. @throws OutboundFailure FILE_UNAVAILABLE */
export async function* readStored(owner: FileOwner, { id, size }: StoredFile): AsyncGenerator<Buffer> {
  try {
    const { rows } = await reading(() => filesPool().query(FIND, [id, owner.workspaceId, owner.rootId]));
    if (rows[0]?.size !== size) throw unavailable('It is not a file of this run, or was deleted.');
    yield* chunksOf(id, size);
  } catch (error) {
    if (error instanceof OutboundFailure) throw error;
    throw unavailable('It can’t be read at the moment. Try again later.', error);
  }
}

/** One chunk is in memory at a time. Throws when the file goes meanwhile. */
export async function* chunksOf(id: string, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for (let place = 0; left > 0; place += 1) {
    const { rows } = await reading(() =>
      filesPool().query<{ data: Buffer }>({ name: 'read-chunk', text: READ_CHUNK, values: [id, place] }),
    );
    const [chunk] = rows;
    if (chunk === undefined) throw new Error(`The stored file ${id} went while it was read.`);
    left -= chunk.data.length;
    yield chunk.data;
  }
}

const reading = <T>(work: () => Promise<T>): Promise<T> =>
  withDatabaseRetry(work, { repeatable: true, giveUpAfterMs: GIVE_UP_MS });

function unavailable(why: string, cause?: unknown): OutboundFailure {
  return new OutboundFailure('FILE_UNAVAILABLE', `The file can’t be sent. ${why}`, 'request', cause);
}
