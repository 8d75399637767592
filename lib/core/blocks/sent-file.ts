import { isJsonObject } from '../../platform/text/exact-number';
import type { ReferenceBudget } from '../references/reference-budget';
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

/** `sentFileOf`; bytes that are to be copied into a request are charged, those of stored files are not. */
export function chargedFile(value: unknown, budget: ReferenceBudget): SentFile | null {
  const file = sentFileOf(value);
  if (file !== null && 'base64' in file) budget.charge(decodedBytes(file.base64));
  return file;
}

function decodedBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}
