/**
 * Items wait in a line for each owner, and the owners take turns: however long one owner's line is,
 * another's first item waits for at most one item of each.
 */
export class TurnQueue<Item> {
  /** The lines in the order of turns; no line is empty. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  /** The number of waiting items of all owners. */
  get size(): number {
    return this.#size;
  }

  /** Returns the owners with waiting items. */
  owners(): Iterable<string> {
    return this.#lines.keys();
  }

  /** Returns true if the owner has waiting items. */
  has(owner: string): boolean {
    return this.#lines.has(owner);
  }

  push(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
    this.#size += 1;
  }

  /**
   * Removes the oldest item of the next owner that `mayHaveIt` allows; the next turn is another owner's.
   */
  take(mayHaveIt: (owner: string, oldest: Item) => boolean = () => true): Item | undefined {
    for (const [owner, line] of this.#lines) {
      const oldest = line[0];
      if (oldest === undefined || !mayHaveIt(owner, oldest)) continue;
      const item = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** @returns true if it was waiting */
  remove(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner);
    const place = line?.indexOf(item) ?? -1;
    if (line === undefined || place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size -= 1;
    return true;
  }

  /** Removes and returns all items. */
  drain(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return items;
  }
}
