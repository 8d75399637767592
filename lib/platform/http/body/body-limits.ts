import { tmpdir } from 'node:os';
import { env } from '../../env';

const MB = 1024 * 1024;

/** Up to here a body counts as small: the last of the memory is kept for these. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** A body that is longer goes to disk while it arrives. */
export const MAX_KEPT_BYTES = 256 * 1024;

/** What the bodies of all requests may take of one process. */
export interface BodyLimits {
  /** While they arrive. */
  memoryBytes: number;
  /** What has arrived of large ones, in files. */
  diskBytes: number;
  /** Of large ones that have arrived and are being worked on. */
  workBytes: number;
  /** A body that arrives more slowly is ended. */
  minBytesPerSecond: number;
  /** Where the private folder for large ones is made. */
  parentFolder: string;
}

/** Of `BODY_MEMORY_MB`: bodies that arrive are many and small, those that are worked on few and large. */
const ARRIVING_SHARE = 1 / 3;

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
