import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { env } from '../../platform/env';
import { newId } from '../../platform/ids';
import type { FileWriter, NewFile, StoredResponseFile } from '../../platform/outbound-http/contract';
import { OutboundFailure } from '../../platform/outbound-http/outbound-failure';
import { databaseFault } from '../../platform/postgres/database-faults';
import { FILES_TURN_MS, filesPool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import type { FileOwner } from './file-owner';
import { SecretSearch } from './secret-search';

export const CHUNK_BYTES = 512 * 1024;
/** Per workspace, over all processes. */
export const MAX_FILES_AT_ONCE = 20;
/** Per run, including the runs it calls. */
export const MAX_RUN_BYTES = 1024 * 1024 * 1024;
/** The longest block takes ten minutes, so a file that is incomplete by then stays incomplete. */
export const UNFINISHED_AFTER = `interval '15 minutes'`;

// The lock makes the sums exact: no two files of a workspace reserve the same space.
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('stored files ' || $1, 0))`;
const READ_USE = `
SELECT coalesce(sum(coalesce(size, reserved_bytes)), 0)::float8 AS workspace_bytes,
  coalesce(sum(coalesce(size, reserved_bytes)) FILTER (WHERE root_id = $2), 0)::float8 AS run_bytes,
  count(*) FILTER (WHERE size IS NULL AND created_at > now() - ${UNFINISHED_AFTER})::integer AS at_once
FROM runtime.stored_file WHERE workspace_id = $1`;
const INSERT = `
INSERT INTO runtime.stored_file
  (id, workspace_id, root_id, execution_id, log_id, name, content_type, reserved_bytes)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const INSERT_CHUNK = `
INSERT INTO runtime.stored_file_chunk (file_id, place, data) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const FINISH = `
UPDATE runtime.stored_file SET size = $2, sha256 = $3, holds_secret = $4 WHERE id = $1`;
const DELETE = 'DELETE FROM runtime.stored_file WHERE id = $1';

/** Reserves space for a file. @throws OutboundFailure FILE_LIMIT, FILE_UNAVAILABLE */
export async function createStored(owner: FileOwner, file: NewFile): Promise<FileWriter> {
  const id = newId();
  await stored(() => reserve(id, owner, file), false);
  return new StoredFileWriter(id, owner, file.holdsSecret);
}

async function reserve(id: string, owner: FileOwner, file: NewFile): Promise<void> {
  await inTransaction(filesPool(), async (client) => {
    await client.query(LOCK, [owner.workspaceId]);
    await requireRoom(client, owner, file.maxBytes);
    const { workspaceId, executionId, logId, rootId } = owner;
    const name = file.holdsSecret(file.name) ? 'file' : file.name;
    const { contentType, maxBytes } = file;
    await client.query(INSERT, [
      id,
      workspaceId,
      rootId ?? executionId,
      executionId,
      logId,
      name,
      contentType,
      maxBytes,
    ]);
  });
}

async function requireRoom(client: PoolClient, owner: FileOwner, bytes: number): Promise<void> {
  const { workspaceId, rootId, executionId } = owner;
  const { rows } = await client.query(READ_USE, [workspaceId, rootId ?? executionId]);
  const [use] = rows;
  if (use.at_once >= MAX_FILES_AT_ONCE)
    throw full(`${MAX_FILES_AT_ONCE} files of this workspace are being received. Request fewer at a time.`);
  if (use.run_bytes + bytes > MAX_RUN_BYTES)
    throw full(`A run keeps ${inMb(MAX_RUN_BYTES)} MB of files. Split the work over several runs.`);
  const most = env().WORKSPACE_FILES_MB;
  if (use.workspace_bytes + bytes > most * 1024 * 1024)
    throw full(`This workspace keeps ${most} MB of files. They are deleted with their logs.`);
}

const full = (message: string): OutboundFailure => new OutboundFailure('FILE_LIMIT', message, 'response');

const inMb = (bytes: number): number => bytes / 1024 / 1024;

class StoredFileWriter implements FileWriter {
  readonly #pieces: Uint8Array[] = [];
  #pending = 0;
  #size = 0;
  #chunks = 0;
  #isGivenUp = false;
  #writing: Promise<void> = Promise.resolve();
  readonly #hash = createHash('sha256');
  readonly #search: SecretSearch;

  constructor(
    readonly id: string,
    readonly owner: FileOwner,
    holdsSecret: (text: string) => boolean,
  ) {
    this.#search = new SecretSearch(holdsSecret);
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#pieces.push(chunk);
    this.#pending += chunk.length;
    if (this.#pending >= CHUNK_BYTES) await this.#flush();
  }

  async finish(): Promise<StoredResponseFile> {
    await this.#flush();
    const values = [this.id, this.#size, this.#hash.digest(), this.#search.found];
    await stored(() => filesPool().query(FINISH, values));
    const { logId } = this.owner;
    const url = this.#search.found ? null : `/api/v1/logs/${logId}/files/${this.id}`;
    return { id: this.id, size: this.#size, url };
  }

  async discard(): Promise<void> {
    this.#isGivenUp = true;
    // A chunk still being written would lock its file's row, or arrive after the row is deleted.
    await this.#writing.catch(() => undefined);
    try {
      await filesPool().query(DELETE, [this.id]);
    } catch (error) {
      // Maintenance deletes incomplete files.
      reportDatabaseFault('delete a file that is not needed', error);
    }
  }

  async #flush(): Promise<void> {
    if (this.#pending === 0 || this.#isGivenUp) return;
    const data = Buffer.concat(this.#pieces.splice(0), this.#pending);
    this.#pending = 0;
    this.#size += data.length;
    this.#hash.update(data);
    this.#search.add(data);
    const place = this.#chunks;
    this.#chunks += 1;
    this.#writing = stored(async () => {
      await filesPool().query({ name: 'store-chunk', text: INSERT_CHUNK, values: [this.id, place, data] });
    });
    await this.#writing;
  }
}

/** Turns a database fault into a failure of the request. */
async function stored<T>(work: () => Promise<T>, repeatable = true): Promise<T> {
  try {
    return await withDatabaseRetry(work, { repeatable, giveUpAfterMs: FILES_TURN_MS });
  } catch (error) {
    if (databaseFault(error) === null) throw error;
    const message = 'The file could not be stored: the database is not available. Try again later.';
    throw new OutboundFailure('FILE_UNAVAILABLE', message, 'response', error);
  }
}
