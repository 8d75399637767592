import { safeContentType } from '../../core/engine/run-files';
import { AppError } from '../../platform/errors';
import { type ByteRange, readRange } from '../../platform/http/byte-range';
import { matches, REVALIDATED } from '../../platform/http/entity-tag';
import type { RequestContext } from '../../platform/http/operation';
import { Reply } from '../../platform/http/reply';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole } from '../access/actor';
import { requireWorkflow } from '../access/key-limits';
import { chunksOf } from '../files/read-stored';
import type { LogFile } from './schema';

const SLICE_BYTES = 256 * 1024;

const FIND_FILES = `
SELECT l.workspace_id, l.workflow_id, l.started_at, p.files FROM runtime.log l
JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.id = $1 AND l.has_files`;

// Stored uncompressed, so that a slice can be read alone.
const READ_SLICE = `
SELECT substring(data FROM $4 FOR ${SLICE_BYTES}) AS slice FROM runtime.log_file
WHERE log_id = $1 AND id = $2 AND started_at = $3`;

// Also finds the file of a block sent alone, which has no log.
const FIND_STORED = `
SELECT workspace_id, name, content_type, size FROM runtime.stored_file
WHERE id = $2 AND log_id = $1 AND size IS NOT NULL AND NOT holds_secret`;

const FIND_WORKFLOW = 'SELECT workflow_id FROM runtime.log WHERE id = $1';

interface FoundFile extends Omit<LogFile, 'url'> {
  bytes: (range: ByteRange) => AsyncIterable<Uint8Array>;
}

/**
 * Returns the bytes, or the part of them in `Range`, a slice at a time.
 * @throws AppError range_not_satisfiable; forbidden; not_found, the same for an unknown file and another person's
 */
export async function getLogFile(
  actor: Actor,
  { id, fileId }: { id: string; fileId: string },
  { method, header }: Pick<RequestContext, 'method' | 'header'>,
): Promise<Reply> {
  const find = isId(fileId) ? findStored : findBesideLog;
  const file = isId(id) ? await find(actor, id, fileId) : null;
  if (file === null) throw new AppError('not_found', 'File not found, or you have no access to it.');
  const etag = `"${file.id}"`;
  if (matches(header('if-none-match'), etag)) return new Reply(null, 304, { etag, ...REVALIDATED });
  // Ranges apply to GET only.
  const range = method === 'GET' ? readRange(header, file.size, etag) : 'whole';
  if (range === 'unsatisfiable') throw notInFile(file.size);
  const { first, last } = range === 'whole' ? { first: 0, last: file.size - 1 } : range;
  return new Reply(file.bytes({ first, last }), range === 'whole' ? 200 : 206, {
    etag,
    ...REVALIDATED,
    'accept-ranges': 'bytes',
    ...(range === 'whole' ? {} : { 'content-range': `bytes ${first}-${last}/${file.size}` }),
    'content-type': file.contentType,
    'content-length': String(last + 1 - first),
    'content-disposition': attachment(file.name),
    // Untrusted bytes from our origin: never a page, never a script.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
}

async function findBesideLog(actor: Actor, logId: string, fileId: string): Promise<FoundFile | null> {
  const { rows } = await pool().query(FIND_FILES, [logId]);
  const [log] = rows;
  if (log === undefined || !hasRole(actor, log.workspace_id, 'reader')) return null;
  requireWorkflow(actor, log.workflow_id);
  const file = (JSON.parse(log.files) as LogFile[]).find((each) => each.id === fileId);
  return file === undefined
    ? null
    : { ...file, bytes: (range) => slicesOf(logId, file.id, range, log.started_at) };
}

async function findStored(actor: Actor, logId: string, fileId: string): Promise<FoundFile | null> {
  const { rows } = await pool().query(FIND_STORED, [logId, fileId]);
  const [file] = rows;
  if (file === undefined || !hasRole(actor, file.workspace_id, 'reader')) return null;
  if (actor.workflowIds !== undefined) {
    const { rows: logs } = await pool().query(FIND_WORKFLOW, [logId]);
    requireWorkflow(actor, logs[0]?.workflow_id ?? '');
  }
  const { name, size } = file;
  const contentType = safeContentType(file.content_type);
  return { id: fileId, name, contentType, size, bytes: (range) => chunksOf(fileId, range) };
}

async function* slicesOf(
  logId: string,
  fileId: string,
  { first, last }: ByteRange,
  startedAt: Date,
): AsyncGenerator<Uint8Array> {
  for (let at = first; at <= last; at += SLICE_BYTES) {
    const { rows } = await pool().query<{ slice: Buffer }>({
      name: 'log-file-slice',
      text: READ_SLICE,
      values: [logId, fileId, startedAt, at + 1],
    });
    if (rows[0] === undefined) throw new Error(`File ${fileId} of log ${logId} went while it was read.`);
    yield rows[0].slice.subarray(0, last + 1 - at);
  }
}

function notInFile(size: number): AppError {
  const message = `The file has ${size} bytes; the Range asks for bytes behind its end.`;
  return new AppError('range_not_satisfiable', message, { headers: { 'content-range': `bytes */${size}` } });
}

/** Returns the header of RFC 6266: the exact name in `filename*`, a plain one for older clients. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
