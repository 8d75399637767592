import { isJsonObject } from '../../platform/text/exact-number';
import type { ReferenceBudget } from '../references/reference-budget';
import type { BinaryData } from './block';
import { type FileReference, isFileReference } from './file-reference';

/** Bytes of an earlier block that a request sends. */
export type SentFile = BinaryData | FileReference;

const MAX_NAME_CHARACTERS = 255;

/** Returns a value that is bytes; null for everything else. */
export function sentFileOf(value: unknown): SentFile | null {
  if (isFileReference(value)) return value;
  if (!isJsonObject(value)) return null;
  const { base64, size, contentType, name } = value as Partial<BinaryData>;
  if (typeof base64 !== 'string' || typeof size !== 'number') return null;
  if (contentType !== null && typeof contentType !== 'string') return null;
  const isNamed = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_CHARACTERS;
  return { base64, size, contentType, ...(isNamed ? { name } : {}) };
}

/** Like `sentFileOf`, but charges bytes that are copied into a request; those of stored files are free. */
export function chargedFile(value: unknown, budget: ReferenceBudget): SentFile | null {
  const file = sentFileOf(value);
  if (file !== null && 'base64' in file) budget.charge(decodedBytes(file.base64));
  return file;
}

function decodedBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}
