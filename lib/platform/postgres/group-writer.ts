/** Adds an item to the next group; settles when that group has been written. */
export type GroupWriter<Item, Result> = (item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** The memory that items take, in any unit. */
export interface GroupWeight<Item> {
  of: (item: Item) => number;
  /** The maximum weight of a group; a heavier item makes a group alone. */
  max: number;
  /** Heavier items are written in a separate queue, so that the others never wait for one. */
  heavy?: number;
}

export interface GroupWriterOptions<Item, Result> {
  maxGroup: number;
  weight?: GroupWeight<Item>;
  /** Writes a group; returns results in the items' order. */
  write: (items: Item[]) => Promise<Result[]>;
  /** Returns true if a failure means that nothing was written because of an item's content. */
  isItemsFault: (error: unknown) => boolean;
}

/**
 * Creates a group commit: one group is in flight, and items that arrive meanwhile form the next. A group
 * that failed because of an item's content is halved until that item is alone, beside the queue, so that
 * one bad item neither fails its neighbours nor delays later items.
 */
export function createGroupWriter<Item, Result>(
  options: GroupWriterOptions<Item, Result>,
): GroupWriter<Item, Result> {
  const { weight } = options;
  const line = new Line<Item, Result>(options);
  const heavy = weight?.heavy === undefined ? line : new Line<Item, Result>(options);
  return (item) => {
    const isHeavy = weight?.heavy !== undefined && weight.of(item) > weight.heavy;
    return new Promise((resolve, reject) => (isHeavy ? heavy : line).add({ item, resolve, reject }));
  };
}

class Line<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #isBusy = false;
  /** Parts of failed groups, the next one last. */
  readonly #suspects: Waiting<Item, Result>[][] = [];
  #isSearching = false;

  constructor(readonly options: GroupWriterOptions<Item, Result>) {}

  add(one: Waiting<Item, Result>): void {
    this.#waiting.push(one);
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Waits for the end of the current turn, so that callers of the same turn share a group.
    setImmediate(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const size = this.#groupSize();
      const group = this.#waiting.slice(0, size);
      this.#waiting = this.#waiting.slice(size);
      await this.#write(group);
    }
    this.#isBusy = false;
  }

  #groupSize(): number {
    const { maxGroup, weight } = this.options;
    if (weight === undefined) return maxGroup;
    let [size, sum] = [0, 0];
    for (const { item } of this.#waiting) {
      sum += weight.of(item);
      if (size === maxGroup || (size > 0 && sum > weight.max)) break;
      size += 1;
    }
    return size;
  }

  async #write(group: Waiting<Item, Result>[]): Promise<void> {
    const { write, isItemsFault } = this.options;
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => {
        resolve(results[index]!);
      });
    } catch (error) {
      if (group.length > 1 && isItemsFault(error)) this.#search(group);
      else for (const { reject } of group) reject(error);
    }
  }

  #search(group: Waiting<Item, Result>[]): void {
    const half = Math.ceil(group.length / 2);
    this.#suspects.push(group.slice(half), group.slice(0, half));
    if (!this.#isSearching) void this.#writeSuspects();
  }

  async #writeSuspects(): Promise<void> {
    this.#isSearching = true;
    for (let group = this.#suspects.pop(); group !== undefined; group = this.#suspects.pop())
      await this.#write(group);
    this.#isSearching = false;
  }
}
