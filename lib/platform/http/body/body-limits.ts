import { tmpdir } from 'node:os';
import { env } from '../../env';

const MB = 1024 * 1024;

/** Bodies up to this size count as small: the last of the memory is reserved for them. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** A longer body goes to disk while it arrives. */
export const MAX_KEPT_BYTES = 256 * 1024;

/** The limits on all request bodies of one process. */
export interface BodyLimits {
  /** Memory for bodies while they arrive. */
  memoryBytes: number;
  /** Disk space for the received part of large bodies. */
  diskBytes: number;
  /** Memory for large bodies that have arrived and are being processed. */
  workBytes: number;
  /** A body that arrives more slowly is aborted. */
  minBytesPerSecond: number;
  /** The parent of the private folder for large bodies. */
  parentFolder: string;
}

/** The share of `BODY_MEMORY_MB` for arriving bodies, many and small; those in work are few and large. */
const ARRIVING_SHARE = 1 / 2;

export function bodyLimits(): BodyLimits {
  const { BODY_MEMORY_MB, BODY_DISK_MB, BODY_MIN_BYTES_PER_SECOND, BODY_FOLDER } = env();
  const memoryBytes = Math.floor(BODY_MEMORY_MB * MB * ARRIVING_SHARE);
  return {
    memoryBytes,
    workBytes: BODY_MEMORY_MB * MB - memoryBytes,
    diskBytes: BODY_DISK_MB * MB,
    minBytesPerSecond: BODY_MIN_BYTES_PER_SECOND,
    parentFolder: BODY_FOLDER ?? tmpdir(),
  };
}
