import { LARGE_BYTES } from '../../runs/isolated/large-values';
import {
  type RecordedSize,
  readRecorded,
  recordedSizes,
  type StoredRun,
} from '../../runs/recorded/read-recorded';
import type { WaitingItem } from './settle-items';

/** Texts that are in memory at a time. */
const MOST_READ_BYTES = 8 * LARGE_BYTES;

/** An item with its log as far as it was read. */
export interface ItemRun {
  item: WaitingItem;
  /** Undefined if the log is gone. */
  size?: RecordedSize | undefined;
  run?: StoredRun | undefined;
}

/**
 * Reads the logs of the first items that are not too large together; of a run that is large by itself only with
 * `alsoLarge`. A log of another workspace counts as none.
 */
export async function readRuns(
  workspaceId: string,
  items: readonly WaitingItem[],
  { alsoLarge }: { alsoLarge: boolean },
): Promise<ItemRun[]> {
  const sizes = await recordedSizes(items.flatMap(({ logId }) => logId ?? []));
  const found: ItemRun[] = [];
  let bytes = 0;
  for (const item of items) {
    const known = sizes.get(item.logId ?? '');
    const size = known?.workspaceId === workspaceId ? known : undefined;
    bytes += size?.bytes ?? 0;
    if (found.length > 0 && bytes > MOST_READ_BYTES) break;
    found.push({ item, size });
  }
  const isRead = ({ size }: ItemRun) => size !== undefined && (alsoLarge || size.bytes < LARGE_BYTES);
  const ids = found.flatMap((one) => (isRead(one) && one.item.logId) || []);
  const runs = new Map((await readRecorded(ids)).map((run) => [run.logId, run]));
  return found.map((one) => ({ ...one, run: runs.get(one.item.logId ?? '') }));
}
