import { createHash } from 'node:crypto';
import type { BinaryData, BlockOutput, OutputFile } from '../blocks/block';
import { type FileReference, isFileReference } from '../blocks/file-reference';
import { holdsSecret, type Masker } from './masker';
import type { RunFile } from './ports';

export const MAX_RUN_FILES = 50;
export const MAX_RUN_FILE_BYTES = 25 * 1024 * 1024;

const ID_CHARACTERS = 32;
const MAX_DEPTH = 500;

/** The files of one run. Spans and the logged output name them; later blocks get the bytes themselves. */
export class RunFiles {
  readonly kept: RunFile[] = [];
  /** Ids by the files' bytes; null for files that are not stored. */
  readonly #ids = new Map<string, string | null>();
  #bytes = 0;
  #withholds = false;

  get none(): boolean {
    return this.#ids.size === 0;
  }

  /** True if a file is not stored because it contains a secret. */
  get withholds(): boolean {
    return this.#withholds;
  }

  /** @returns the reasons why files are not stored, worded for the span */
  add(output: BlockOutput, files: readonly OutputFile[], masker: Masker): string[] {
    return files.flatMap(({ member, name }) => {
      if (isFileReference(output[member])) return this.#addStored(output[member], masker);
      const { base64, contentType, size } = output[member] as BinaryData;
      if (this.#ids.has(base64)) return [];
      const bytes = Buffer.from(base64, 'base64');
      const refusal = this.#refusalOf(bytes, masker);
      if (refusal !== null) {
        this.#ids.set(base64, null);
        return [refusal];
      }
      const id = idOf(bytes);
      this.#ids.set(base64, id);
      this.#bytes += size;
      this.kept.push({
        id,
        name: masker.text(name),
        contentType: safeContentType(contentType),
        size,
        base64,
      });
      return [];
    });
  }

  /** Lists a file that is stored and counted already. */
  #addStored({ fileId: id, name, contentType, size, url }: FileReference, masker: Masker): string[] {
    if (url === null || this.kept.some((file) => file.id === id)) return [];
    if (this.kept.length === MAX_RUN_FILES) return [`A log lists ${MAX_RUN_FILES} files; this one is not.`];
    this.kept.push({
      id,
      name: masker.text(name),
      contentType: safeContentType(contentType),
      size,
      base64: null,
    });
    return [];
  }

  /** Stores a masked text. `refusal`: the reason why it is not stored, worded for the span. */
  keepText(name: string, text: string, contentType: string): { id: string | null; refusal: string | null } {
    const bytes = Buffer.from(text);
    const id = idOf(bytes);
    if (this.kept.some((file) => file.id === id)) return { id, refusal: null };
    const refusal = this.#tooMany(bytes);
    if (refusal !== null) return { id: null, refusal };
    this.#bytes += bytes.length;
    this.kept.push({ id, name, contentType, size: bytes.length, base64: bytes.toString('base64') });
    return { id, refusal: null };
  }

  /** Replaces the bytes of known files in a value by `fileId`; returns the same object if there are none. */
  detach(value: unknown): unknown {
    return this.none ? value : this.#detach(value, 0, false);
  }

  /** Does the same, but leaves the bytes of files that are not stored. */
  detachKept(value: unknown): unknown {
    return this.none ? value : this.#detach(value, 0, true);
  }

  #tooMany(bytes: Buffer): string | null {
    if (this.kept.length === MAX_RUN_FILES)
      return `A run keeps ${MAX_RUN_FILES} files; this one is not kept.`;
    if (this.#bytes + bytes.length > MAX_RUN_FILE_BYTES)
      return `A run keeps ${MAX_RUN_FILE_BYTES / 1024 / 1024} MB of files; this one is not kept.`;
    return null;
  }

  #refusalOf(bytes: Buffer, masker: Masker): string | null {
    const refusal = this.#tooMany(bytes);
    if (refusal !== null || masker.idle) return refusal;
    if (!holdsSecret(masker, bytes.toString('utf8'))) return null;
    this.#withholds = true;
    return 'The file holds a secret and is not kept.';
  }

  #detach(value: unknown, depth: number, isKeptOnly: boolean): unknown {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#detach(item, depth + 1, isKeptOnly));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const { base64, ...rest } = value as Record<string, unknown>;
    const id = typeof base64 === 'string' ? this.#ids.get(base64) : undefined;
    if (id !== undefined && !(id === null && isKeptOnly)) return { ...rest, fileId: id };
    const entries = Object.entries(value).map(
      ([key, item]) => [key, this.#detach(item, depth + 1, isKeptOnly)] as const,
    );
    return entries.some(([key, item]) => item !== (value as Record<string, unknown>)[key])
      ? Object.fromEntries(entries)
      : value;
  }
}

const idOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, ID_CHARACTERS);

/** Returns a server's content type if it is valid as a header again, else `application/octet-stream`. */
export function safeContentType(contentType: string | null): string {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  return /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/.test(type) ? type : 'application/octet-stream';
}
