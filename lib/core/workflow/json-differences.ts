import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import { pathInside, stepText } from '../references/path-text';
import type { FieldChange } from './diff-documents';

export interface JsonDifferences {
  /** The first of the innermost values that differ, in the order of the earlier value. */
  found: FieldChange[];
  /** False if there were too many values, or too many differences, to compare all of them. */
  isComplete: boolean;
}

const MOST_FOUND = 100;
const MOST_VALUES = 200_000;
const MOST_DEPTH = 200;
/**
 * Returns the differences between two JSON values. Goes through both once, so its time is proportional
 * to their size, and ends at `most` differences or `mostValues` values. Items of lists are compared by
 * index.
 */
export function jsonDifferences(
  before: unknown,
  after: unknown,
  { most = MOST_FOUND, mostValues = MOST_VALUES }: { most?: number; mostValues?: number | undefined } = {},
): JsonDifferences {
  const walk = new Walk(most, mostValues);
  walk.compare(before, after, '', 0);
  return { found: walk.found, isComplete: walk.isComplete };
}

class Walk {
  readonly found: FieldChange[] = [];
  isComplete = true;
  #values = 0;

  constructor(
    readonly most: number,
    readonly mostValues: number,
  ) {}

  compare(before: unknown, after: unknown, path: string, depth: number): void {
    if (!this.isComplete || Object.is(before, after)) return;
    this.#values += 1;
    if (this.#values > this.mostValues) {
      this.isComplete = false;
      return;
    }
    if (depth < MOST_DEPTH && Array.isArray(before) && Array.isArray(after)) {
      const length = Math.max(before.length, after.length);
      for (let place = 0; place < length && this.isComplete; place += 1)
        this.compare(before[place], after[place], `${path}[${place}]`, depth + 1);
    } else if (depth < MOST_DEPTH && isJsonObject(before) && isJsonObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
        this.compare(own(before, key), own(after, key), memberPath(path, key), depth + 1);
    } else if (!isSameLeaf(before, after)) this.#add(path, before, after);
  }

  #add(path: string, before: unknown, after: unknown): void {
    if (this.found.length >= this.most) this.isComplete = false;
    else this.found.push({ path, before, after });
  }
}

const isSameLeaf = (a: unknown, b: unknown): boolean =>
  a instanceof ExactNumber && b instanceof ExactNumber && a.digits === b.digits;

const own = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const memberPath = (path: string, key: string): string =>
  path === '' ? pathInside([key]) : path + stepText(key);
