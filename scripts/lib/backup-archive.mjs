import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from './operator-error.mjs';

export const FORMAT = 'millrace-backup-1';
const PREFIX_BYTES = 5; // a letter for the kind, then the length
const LONGEST_FRAME_BYTES = 64 * 2 ** 20;

/**
 * An archive is gzip around frames: `header` (JSON: format, migrations, partitions, sequences, …), then for
 * each table `table` (JSON: schema, name, columns) and its rows as `data`, PostgreSQL's COPY text, then
 * `end` (JSON). Without its end, or with a wrong checksum, it is damaged.
 */
const KINDS = { header: 'H', table: 'T', data: 'D', end: 'E' };

/** Returns one frame; `content` is bytes for `data`, else an object. */
export function frame(kind, content) {
  const payload = kind === 'data' ? content : Buffer.from(JSON.stringify(content));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(KINDS[kind], 'latin1');
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
}

/**
 * Writes the frames to a file that only its owner can read, and that appears complete or not at all.
 * Resolves to its size in bytes.
 */
export async function writeArchive(file, frames) {
  if (fs.existsSync(file)) throw new OperatorError(`${file} is there already: name another file.`);
  const draft = `${file}.${randomUUID()}.part`;
  try {
    const output = fs.createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(frames, { objectMode: true }), createGzip(), output);
    fs.linkSync(draft, file); // unlike a renaming it never replaces another file
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
    const reason =
      error.code === 'EEXIST' ? 'it is there already' : `there is no folder ${path.dirname(file)}`;
    throw new OperatorError(`${file} can't be written, because ${reason}.`);
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return fs.statSync(file).size;
}

/**
 * Yields the frames of an archive as `{kind, content}`. @throws OperatorError if it is none, damaged or
 * incomplete
 */
export async function* readArchive(file) {
  if (!fs.existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  const bytes = fs.createReadStream(file).pipe(createGunzip());
  /** @type {string | null} */
  let last = null;
  try {
    for await (const found of cutFrames(bytes)) {
      if (last === null && found.content.format !== FORMAT)
        throw new OperatorError(`${file} is no backup that this version of Millrace can read.`);
      last = found.kind;
      yield found;
    }
  } catch (error) {
    if (error.code?.startsWith('Z_') || error instanceof SyntaxError) throw damaged(file);
    throw error;
  } finally {
    bytes.destroy();
  }
  if (last !== 'end') throw damaged(file);
}

async function* cutFrames(bytes) {
  const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, letter]) => [letter, kind]));
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= PREFIX_BYTES) {
      const kind = kinds[rest.toString('latin1', 0, 1)];
      const length = rest.readUInt32BE(1);
      if (kind === undefined || length > LONGEST_FRAME_BYTES) throw new SyntaxError('no frame');
      if (rest.length < PREFIX_BYTES + length) break;
      const payload = rest.subarray(PREFIX_BYTES, PREFIX_BYTES + length);
      yield { kind, content: kind === 'data' ? payload : JSON.parse(payload.toString()) };
      rest = rest.subarray(PREFIX_BYTES + length);
    }
  }
  if (rest.length > 0) throw new SyntaxError('half a frame');
}

function damaged(file) {
  return new OperatorError(
    `${file} is damaged or incomplete: nothing of it was restored; take another backup.`,
  );
}
