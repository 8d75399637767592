import { rmSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { logger } from '../../logging/logger';
import { processSingleton } from '../../process-singleton';

const PREFIX = 'millrace-bodies-';
const PRIVATE = 0o600;

/**
 * Files for bodies while they arrive, in a folder of this process only. A file's name is removed as soon as
 * it is open, so the system deletes the file with the process, however that ends; the folder is deleted
 * when the process exits, or by the next process that needs one.
 */
export class SpillFolder {
  #made: Promise<string> | null = null;
  #lastFile = 0;

  constructor(readonly parent: string) {}

  /** @throws Error of the file system */
  async open(): Promise<SpillFile> {
    const made = this.#folder();
    const folder = await made;
    try {
      return await this.#openIn(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    // The folder may have been deleted with the system's temporary files: make another one.
    if (this.#made === made) this.#made = null;
    return this.#openIn(await this.#folder());
  }

  #folder(): Promise<string> {
    this.#made ??= makeFolder(this.parent);
    const made = this.#made;
    made.catch(() => {
      if (this.#made === made) this.#made = null; // the next body tries again
    });
    return made;
  }

  async #openIn(folder: string): Promise<SpillFile> {
    this.#lastFile += 1;
    const file = path.join(folder, String(this.#lastFile));
    const handle = await open(file, 'wx+', PRIVATE);
    await unlink(file).catch(async (error) => {
      await handle.close();
      throw error;
    });
    return new SpillFile(handle);
  }
}

async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`));
  toRemove().add(folder);
  await removeAbandoned(parent);
  return folder;
}

/** The folders of this process, deleted when it exits. */
const toRemove = (): Set<string> =>
  processSingleton('body-folders', () => {
    const folders = new Set<string>();
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    return folders;
  });

/** Deletes folders of processes that were killed. They are empty, because their files had no names. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const folder = path.join(parent, name);
    await rmdir(folder).catch((error) =>
      logger('http').debug('an abandoned folder for bodies could not be removed', { folder, error }),
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The beginning of a body on disk. One call at a time. */
export class SpillFile {
  #bytes = 0;

  constructor(private readonly handle: FileHandle) {}

  async append(chunks: readonly Buffer[]): Promise<void> {
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await this.handle.writev(rest, this.#bytes);
      this.#bytes += bytesWritten;
      rest = after(rest, bytesWritten);
    }
  }

  /** Reads all appended bytes. */
  async read(): Promise<Buffer> {
    const whole = Buffer.allocUnsafe(this.#bytes);
    for (let at = 0; at < whole.length; ) {
      const { bytesRead } = await this.handle.read(whole, at, whole.length - at, at);
      if (bytesRead === 0) throw new Error('A file for a body is shorter than what was written to it.');
      at += bytesRead;
    }
    return whole;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

function after(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    return skipped === chunk.length ? [] : [chunk.subarray(skipped)];
  });
}
