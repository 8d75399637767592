import { LaterValue } from '../../platform/sandbox/contract';
import { ExactNumber } from '../../platform/text/exact-number';
import type { Reference, Step } from './grammar';
import { stepText } from './path-text';
import type { ReferenceBudget } from './reference-budget';
import { ResolveError } from './resolve-error';
import { RESERVED_HEADS, RUN_VARIABLES } from './slug';

/** Stands for the output of a block that did not run. */
export const SKIPPED = Symbol('skipped');
/** Stands for a value that isn't there, and need not be. */
export const MISSING = Symbol('missing');

/** The values that references read; they are never copied or changed. */
export interface ReferenceValues {
  /** Outputs of blocks by slug, or SKIPPED. Blocks that are no longer or not yet there are absent. */
  outputs: Pick<ReadonlyMap<string, unknown>, 'get'>;
  /** Values of `{{NAME}}`. */
  variables: ReadonlyMap<string, string>;
}

export interface ReferenceScope extends ReferenceValues {
  /** The budget, charged before anything is made of the values. */
  budget: ReferenceBudget;
}

const SHOWN_KEYS = 20;
const SHOWN_KEY_LENGTH = 40;

/** Returns the referenced value or MISSING, never `undefined`. */
export function readReference(reference: Reference, scope: Pick<ReferenceValues, 'outputs'>): unknown {
  const value = readPath(reference, scope);
  if (reference.fallback && (value === MISSING || value === null)) return reference.fallback.value;
  return value;
}

function readPath(reference: Reference, scope: Pick<ReferenceValues, 'outputs'>): unknown {
  const lenient = reference.optional || reference.fallback !== null;
  let value = scope.outputs.get(reference.slug);
  if (value === SKIPPED) return MISSING;
  if (value === undefined) {
    if (lenient) return MISSING;
    throw new ResolveError('REF_OUT_OF_SCOPE', outOfScope(reference));
  }
  const { path } = reference;
  for (let depth = 0; depth < path.length; depth += 1) {
    const next = readStep(value, path[depth] as Step);
    if (next === undefined) {
      if (lenient) return MISSING;
      throw new ResolveError('REF_PATH_NOT_FOUND', notFound(reference, depth, value));
    }
    value = next;
  }
  return value;
}

/** Takes one step into a value; undefined if there is nothing. */
export function readStep(value: unknown, step: Step): unknown {
  if (Array.isArray(value)) {
    if (step === 'length') return value.length;
    return typeof step === 'number' ? value.at(step) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.hasOwn(value, step)) return value instanceof LaterValue ? value.at(step) : undefined;
  return (value as Record<Step, unknown>)[step];
}

/** Explains why a block's output can't be read: it has not run, or not for certain. */
export function outOfScope({ head, slug }: Reference): string {
  if (slug === RUN_VARIABLES) return `<${head}…> has no value here: no block has set a variable.`;
  return RESERVED_HEADS.has(slug)
    ? `<${head}…> has no value here: it is only known inside a ${slug}.`
    : `<${head}…> can't be used here: only blocks that come before this one have run.`;
}

function notFound(reference: Reference, depth: number, value: unknown): string {
  const step = reference.path[depth] as Step;
  const place = reference.head + reference.path.slice(0, depth).map(stepText).join('');
  return `${place}${stepText(step)} does not exist: ${describe(place, value, step)}`;
}

function describe(place: string, value: unknown, step: Step): string {
  if (value === null) return `${place} is null.`;
  if (Array.isArray(value)) {
    const items = value.length === 1 ? '1 item' : `${value.length} items`;
    return typeof step === 'number'
      ? `${place} is a list of ${items}.`
      : `${place} is a list of ${items}; pick one with [0].`;
  }
  if (value instanceof ExactNumber) return `${place} is a number and has nothing inside.`;
  if (typeof value !== 'object') return `${place} is a ${typeof value} and has nothing inside.`;
  const keys = Object.keys(value);
  if (keys.length === 0) return `${place} is empty.`;
  const wanted = foldedName(String(step));
  const near = keys.find((key) => foldedName(key) === wanted);
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => key.slice(0, SHOWN_KEY_LENGTH));
  const more = keys.length > SHOWN_KEYS ? ` and ${keys.length - SHOWN_KEYS} more` : '';
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  const fields = keys.length === 1 ? 'the field' : 'the fields';
  return `${place} has only ${fields} ${shown.join(', ')}${more}.${hint}`;
}

/** Makes names that look the same equal: `é` may be one character or two. */
const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();
