import { z } from 'zod';
import { parseExact } from '../../platform/text/exact-number';
import { hasTooManyValues } from '../../platform/text/json-size';
import type { BlockError, BlockOutput, BlockResult, OutputPort } from './block';
import type { ContainerMembers, FieldValue, Iteration } from './container-members';
import { describeValue } from './describe-value';
import type { Field, ShownWhen } from './field';
import type { OutputField } from './value-shape';
import { wholeNumber } from './whole-number';

/** The common parts of Loop and Parallel: the number of iterations and the collection of results. */

export const DEFAULT_MAX_ITERATIONS = 1_000;
export const MOST_ITERATIONS = 10_000;

/** Text with references, or the number itself. */
export const CountField = z.union([z.string(), z.number()]).default('');

export const MaxIterations = wholeNumber({ max: MOST_ITERATIONS, preset: DEFAULT_MAX_ITERATIONS });

/** `collect`: continue, with null among the results and the error among the errors. */
export const OnItemError = z.enum(['stop', 'collect']).default('stop');
export type OnItemError = z.infer<typeof OnItemError>;

export const ITERATION_PORTS: readonly OutputPort[] = [
  { id: 'out', label: 'Next', kind: 'normal' },
  { id: 'error', label: 'On error', kind: 'error' },
];

export const ITERATION_OUTPUTS: readonly OutputField[] = [
  { name: 'results', type: 'array', description: 'One result for each iteration, in their order' },
  { name: 'errors', type: 'array', description: '{index, code, message} of iterations that failed' },
  { name: 'count', type: 'number', description: 'How many iterations ran' },
  { name: 'error', type: 'object', description: 'Why it stopped early; null when it did not' },
];

/** Returns conditions on the chosen kind of iterations; a draft without a kind has the first. */
export const kindsOf = (first: string) => ({
  is:
    (kind: string): ShownWhen =>
    (config) =>
      (config.kind ?? first) === kind,
});

export const itemsField = (container: 'loop' | 'parallel', shownWhen: ShownWhen): Field => ({
  name: 'items',
  label: 'Items',
  kind: 'value',
  references: 'value',
  placeholder: '<api.data>',
  help:
    `A list; inside, <${container}.item> is one of them. Of an object, each item is {key, value}; null has ` +
    'none.',
  shownWhen,
});

export const countField = (shownWhen: ShownWhen): Field => ({
  name: 'count',
  label: 'Times',
  kind: 'value',
  references: 'value',
  placeholder: '10',
  shownWhen,
});

export const RESULT_FIELD: Field = {
  name: 'result',
  label: 'Result of an iteration',
  kind: 'value',
  references: 'value',
  placeholder: '<api.data>',
  help: 'May name the blocks inside. Empty: the output of the last block inside to finish.',
  perIteration: 'after',
};

export const onErrorField = (stopLabel: string): Field => ({
  name: 'onError',
  label: 'When an iteration fails',
  kind: 'select',
  references: 'none',
  tab: 'Settings',
  options: [
    { value: 'stop', label: stopLabel },
    { value: 'collect', label: 'Continue and collect the errors' },
  ],
});

export const MAX_ITERATIONS_FIELD: Field = {
  name: 'maxIterations',
  label: 'At most',
  kind: 'number',
  references: 'none',
  unit: 'iterations',
  min: 1,
  max: MOST_ITERATIONS,
  tab: 'Settings',
};

export type Rounds =
  | { ok: true; items: readonly unknown[]; warning?: string }
  | { ok: false; error: BlockError };

/**
 * Returns the items of a list, or the members of an object, each as `{key, value}`. Null counts as a
 * list without items, as many servers write it, and a list may be JSON text; both with a warning.
 */
export function itemsOf(given: unknown, most: number, title: string): Rounds {
  if (given === null || given === undefined)
    return { ok: true, items: [], warning: `The items are null: the ${title} had nothing to go through.` };
  const listed = typeof given === 'string' ? listWritten(given) : null;
  if (listed !== null) {
    const rounds = itemsOf(listed, most, title);
    return rounds.ok
      ? { ...rounds, warning: 'The items are text that is a JSON list; it was read as one.' }
      : rounds;
  }
  const value = given;
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const items = isPlain ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : value;
  if (!Array.isArray(items))
    return refused(
      'ITEMS_INVALID',
      `The items must be a list or an object, not ${describeValue(value)}.`,
      'items',
    );
  return items.length > most ? tooMany(items.length, most, title) : { ok: true, items };
}

function listWritten(text: string): readonly unknown[] | null {
  if (!/^\s*\[/.test(text) || hasTooManyValues(text)) return null;
  try {
    const value = parseExact(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null; // Not JSON: an ordinary text.
  }
}

/** Returns as many items as the number says, each its own number from 0. */
export function countedItems(value: unknown, most: number, title: string): Rounds {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    return refused(
      'COUNT_INVALID',
      `The count must be a whole number, not ${describeValue(value)}.`,
      'count',
    );
  return count > most
    ? tooMany(count, most, title)
    : { ok: true, items: Array.from({ length: count }, (_, index) => index) };
}

export const limitReached = (most: number, title: string): BlockError => ({
  code: 'LOOP_LIMIT',
  message:
    `This ${title} runs ${most.toLocaleString('en')} iterations at most; raise the limit in its settings ` +
    `(up to ${MOST_ITERATIONS.toLocaleString('en')}), or let it end sooner.`,
  field: 'maxIterations',
});

export const needsMembers = (title: string): BlockError => ({
  code: 'CONTAINER_ALONE',
  message: `A ${title} can’t be run by itself: run the workflow, or one of the blocks inside.`,
});

function tooMany(count: number, most: number, title: string): Rounds {
  const error = limitReached(most, title);
  return {
    ok: false,
    error: { ...error, message: `${count.toLocaleString('en')} items are too many: ${error.message}` },
  };
}

function refused(code: string, message: string, field: string): Rounds {
  return { ok: false, error: { code, message, field } };
}

/** Collects the results of iterations, in the order of the items whatever finished first. */
export class IterationResults {
  readonly #results: unknown[] = [];
  readonly #errors: Array<{ index: number; code: string; message: string }> = [];
  #warnings: string[] | undefined;

  warn(warning: string | undefined): void {
    if (warning !== undefined) this.#warnings = [warning];
  }

  add(index: number, value: unknown): void {
    this.#results[index] = value;
  }

  fail(index: number, { code, message }: BlockError): void {
    this.#results[index] = null;
    this.#errors.push({ index, code, message });
  }

  done(): BlockResult {
    return { ok: true, output: this.#output(null), ...(this.#warnings ? { warnings: this.#warnings } : {}) };
  }

  stopped(error: BlockError): BlockResult {
    return {
      ok: false,
      error,
      output: this.#output(error),
      continuable: false,
      ...(this.#warnings ? { warnings: this.#warnings } : {}),
    };
  }

  #output(error: BlockError | null): BlockOutput {
    // Iterations that were stopped have no result.
    const results = Array.from(this.#results, (value) => value ?? null);
    const errors = this.#errors.sort((a, b) => a.index - b.index);
    return { results, errors, count: results.length, error };
  }
}

/** Runs one iteration; returns the result that the container's settings ask for. */
export async function runOnce(
  members: ContainerMembers,
  iteration: Iteration,
  { result }: { result: string },
): Promise<FieldValue & { endsAll: boolean }> {
  const end = await members.run(iteration);
  if (!end.ok) return end;
  const value: FieldValue = result.trim() === '' ? { ok: true, value: end.output } : end.field('result');
  return { ...value, endsAll: false };
}
