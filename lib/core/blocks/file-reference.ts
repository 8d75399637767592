import type { StoredFile } from '../../platform/outbound-http/contract';
import { isJsonObject } from '../../platform/text/exact-number';

/** Bytes too large for `BinaryData`: kept by the run, and read again by whoever sends them. */
export interface FileReference {
  contentType: string | null;
  /** Size in bytes. */
  size: number;
  name: string;
  /** A UUID; ids of files beside a log are not. */
  fileId: string;
  /** Path of the download; null when the file holds a secret. */
  url: string | null;
}

const STORED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isFileReference(value: unknown): value is FileReference {
  if (!isJsonObject(value)) return false;
  const { contentType, size, name, fileId } = value as Partial<FileReference>;
  return (
    (contentType === null || typeof contentType === 'string') &&
    Number.isSafeInteger(size) &&
    typeof name === 'string' &&
    typeof fileId === 'string' &&
    STORED_ID.test(fileId)
  );
}

export const storedFile = ({ fileId, size }: Pick<FileReference, 'fileId' | 'size'>): StoredFile => ({
  id: fileId,
  size,
});
