import type { FileStore, OutboundRequest, PartedBody, StoredFile } from './contract';
import { OutboundFailure } from './outbound-failure';

export function isParted(body: OutboundRequest['body']): body is PartedBody {
  return typeof body === 'object' && body !== null && 'parts' in body;
}

/** Returns the sizes in bytes. */
export function sizeOfParts({ parts }: PartedBody): { fileBytes: number; otherBytes: number } {
  let [fileBytes, otherBytes] = [0, 0];
  for (const part of parts) {
    if (isFile(part)) fileBytes += part.size;
    else otherBytes += part.length;
  }
  return { fileBytes, otherBytes };
}

export function sizeOfBody(body: PartedBody): number {
  const { fileBytes, otherBytes } = sizeOfParts(body);
  return fileBytes + otherBytes;
}

/** Yields the bytes on demand. Throws `FILE_UNAVAILABLE`. */
export async function* bytesOfParts(
  { parts }: PartedBody,
  files: FileStore | undefined,
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (!isFile(part)) yield part;
    else if (files) yield* files.read(part);
    else throw new OutboundFailure('FILE_UNAVAILABLE', 'Files can’t be sent here.', 'request');
  }
}

const isFile = (part: Uint8Array | StoredFile): part is StoredFile => 'id' in part;
