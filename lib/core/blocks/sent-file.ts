import { isJsonObject } from '../../platform/text/exact-number';
import type { BinaryData } from './block';
import { type FileReference, isFileReference } from './file-reference';

/** What an earlier block put out and a request sends as bytes. */
export type SentFile = BinaryData | FileReference;

const MAX_NAME_CHARACTERS = 255;

/** Null for everything that is not bytes. */
export function sentFileOf(value: unknown): SentFile | null {
  if (isFileReference(value)) return value;
  if (!isJsonObject(value)) return null;
  const { base64, size, contentType, name } = value as Partial<BinaryData>;
  if (typeof base64 !== 'string' || typeof size !== 'number') return null;
  if (contentType !== null && typeof contentType !== 'string') return null;
  const isNamed = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_CHARACTERS;
  return { base64, size, contentType, ...(isNamed ? { name } : {}) };
}
