/** Adds an item to the next group; settles when that group has been written. */
export type GroupWriter<Item, Result> = (item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface GroupWriterOptions<Item, Result> {
  maxGroup: number;
  /**
   * What an item takes in memory, and how much a group may; an item that is too heavy makes a group alone.
   */
  weight?: { of: (item: Item) => number; max: number };
  /** Writes a group; results in the items' order. */
  write: (items: Item[]) => Promise<Result[]>;
  /** Whether a failure means that nothing was written because of what an item holds. */
  isItemsFault: (error: unknown) => boolean;
}

/**
 * Group commit: one group is in flight, and whatever arrives meanwhile is the next. A group that an
 * item's content made fail is written item by item, so that one bad item can't fail its neighbours.
 */
export function createGroupWriter<Item, Result>({
  maxGroup,
  weight,
  write,
  isItemsFault,
}: GroupWriterOptions<Item, Result>): GroupWriter<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function pump(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const size = groupSize();
      const group = waiting.slice(0, size);
      waiting = waiting.slice(size);
      await writeGroup(group);
    }
    busy = false;
  }

  function groupSize(): number {
    if (weight === undefined) return maxGroup;
    let [size, sum] = [0, 0];
    for (const { item } of waiting) {
      sum += weight.of(item);
      if (size === maxGroup || (size > 0 && sum > weight.max)) break;
      size += 1;
    }
    return size;
  }

  async function writeGroup(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => {
        resolve(results[index]!);
      });
    } catch (error) {
      if (group.length > 1 && isItemsFault(error)) for (const one of group) await writeGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Once the current turn is over, so that callers of the same turn share a group.
      if (!busy) {
        busy = true;
        setImmediate(pump);
      }
    });
}
