import {
  type AbstractType,
  ContentAny,
  ContentDeleted,
  ContentString,
  ContentType,
  Item,
  Array as SharedList,
  Map as SharedMap,
  Text,
  type Transaction,
} from 'yjs';
import { isAbsence } from './read-value';
import { RefusedUpdate, UPDATE_LIMITS } from './update-limits';

type Shared = AbstractType<unknown>;

/** Updates whose parts take too many steps to find their places. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** Counts the steps that Yjs takes beyond one for each part of an update. */
export class StepBudget {
  /** The steps so far, in all uses. */
  steps = 0;
  #left = Number.POSITIVE_INFINITY;

  /** Begins anew with this many steps. */
  allow(steps: number): void {
    this.#left = steps;
  }

  /** @throws TooManySteps */
  take(steps: number): void {
    this.steps += steps;
    this.#left -= steps;
    if (this.#left < 0) throw new TooManySteps('Too many parts lie at one place.');
  }

  get left(): number {
    return this.#left;
  }
}

/** A split moves the later parts of its author, so it costs more than one comparison. */
const STEPS_OF_A_SPLIT = 50;

/**
 * Runs `work`, which applies updates, and checks each part that it adds to a document: that it lies where a
 * workflow is read, and that finding its place takes few steps. Yjs compares it with all parts that others
 * put at the same place, so n parts of two authors take n² steps in each browser that opens the workflow; it
 * has no limit of its own, hence its methods are wrapped until `work` is done.
 * @throws TooManySteps, RefusedUpdate; the document is then not to be used any more
 */
export function guardIntegration<Result>(budget: StepBudget, work: () => Result): Result {
  const { integrate } = Item.prototype;
  Item.prototype.integrate = function (this: Item, transaction: Transaction, offset: number) {
    // Without a parent, which was removed, Yjs keeps nothing of the part.
    if (this.parent) check(this, budget);
    integrate.call(this, transaction, offset);
  };
  const putBack = SPLITTABLE.map((prototype) => countSplits(prototype, budget));
  try {
    return work();
  } finally {
    Item.prototype.integrate = integrate;
    for (const each of putBack) each();
  }
}

interface Splittable {
  splice(offset: number): unknown;
}

const SPLITTABLE: readonly Splittable[] = [
  ContentString.prototype,
  ContentAny.prototype,
  ContentDeleted.prototype,
];

/** Returns a function that ends the counting. */
function countSplits(prototype: Splittable, budget: StepBudget): () => void {
  const { splice } = prototype;
  prototype.splice = function (offset: number) {
    budget.take(STEPS_OF_A_SPLIT);
    return splice.call(this, offset);
  };
  return () => {
    prototype.splice = splice;
  };
}

function check(item: Item, budget: StepBudget): void {
  const parent = item.parent as Shared;
  countSteps(item, parent, budget);
  requirePlace(item, parent);
  if (!(item.content instanceof ContentType)) return;
  if (levelOf(parent) >= UPDATE_LIMITS.levels)
    throw new RefusedUpdate(`These edits are nested more than ${UPDATE_LIMITS.levels} levels deep.`);
  levels.set(item.content.type, levelOf(parent) + 1);
}

/** The number of types around each type that was added while it was checked. */
const levels = new WeakMap<Shared, number>();

function levelOf(type: Shared): number {
  const known = levels.get(type);
  if (known !== undefined) return known;
  const parent = type._item?.parent as Shared | null | undefined;
  const level = parent == null ? 0 : levelOf(parent) + 1;
  levels.set(type, level);
  return level;
}

/** Counts the parts between which Yjs looks for the place of an item, as far as the budget goes. */
function countSteps(item: Item, parent: Shared, budget: StepBudget): void {
  const { left, right } = item;
  if (left === null ? right !== null && right.left === null : left.right === right) return;
  let steps = 0;
  const most = budget.left + 1;
  let other: Item | null = left === null ? firstOf(item, parent) : left.right;
  if (left === null && item.parentSub !== null)
    for (; other !== null && other.left !== null && steps < most; other = other.left) steps += 1;
  for (; other !== null && other !== right && steps < most; other = other.right) steps += 1;
  budget.take(steps);
}

const firstOf = ({ parentSub }: Item, parent: Shared): Item | null =>
  parentSub === null ? parent._start : (parent._map.get(parentSub) ?? null);

/** @throws RefusedUpdate if it lies where nobody would ever read it */
function requirePlace({ content, parentSub: key }: Item, parent: Shared): void {
  if (content instanceof ContentDeleted) return;
  const isRoot = parent._item === null;
  const isMap = isRoot || parent instanceof SharedMap;
  const fits = isMap
    ? key !== null && !(content instanceof ContentString) && (!isAbsence(key) || isMark(content))
    : key === null && parent instanceof Text === content instanceof ContentString;
  if (!fits || !(isMap || parent instanceof Text || parent instanceof SharedList))
    throw new RefusedUpdate('These edits hold a part that no workflow has.');
}

const isMark = (content: unknown): boolean =>
  content instanceof ContentAny && content.arr.length === 1 && content.arr[0] === true;
