import type { IconDrawing } from '@/lib/core/blocks/block';
import type { OutputField, ValueShape } from '@/lib/core/blocks/value-shape';
import type { Step } from '@/lib/core/references/grammar';
import { ExactNumber } from '@/lib/platform/text/exact-number';
import type { LastOutput } from './last-outputs';

/** A block whose outputs can be referenced here. */
export interface ScopeBlock {
  slug: string;
  name: string;
  icon: IconDrawing;
  fields: readonly OutputField[];
  /** True if it may have more outputs than `fields` lists. */
  isOpen?: boolean;
  /** True if its last output may be known only in part. */
  isPartial?: boolean;
  /** The last output, if it is known. */
  last?: Pick<LastOutput, 'output' | 'from'> & Partial<Pick<LastOutput, 'at'>>;
  /** Default values of outputs that are not in `last`: a run uses them unless it gets other values. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The shapes of its outputs by the document it was imported from. */
  shapes?: Readonly<Record<string, ValueShape>>;
}

/** The known facts about a value: its last value, its described shape, both, or neither. */
export interface Known {
  value?: unknown;
  shape?: ValueShape;
}

const MAX_ITEMS = 5;

/** Returns the known part of the output: undefined when nothing of it is known. */
export function knownValue({ last, defaults }: Pick<ScopeBlock, 'last' | 'defaults'>) {
  if (defaults === undefined) return last?.output;
  return last === undefined ? defaults : { ...defaults, ...last.output };
}

export function knownOutput(block: ScopeBlock): Known {
  const { shapes, fields } = block;
  const value = knownValue(block);
  const shaped = new Map(fields.map(({ name, type, description }) => [name, { type, description }]));
  const all = [...shaped, ...Object.entries(shapes ?? {})].map(([name, shape]) => ({ name, shape }));
  const byName = new Map(all.map((field) => [field.name, field]));
  const shape: ValueShape = { type: 'object', fields: [...byName.values()] };
  return { shape, ...(value === undefined ? {} : { value }) };
}

/** Steps into own properties only, as in a run; undefined when nothing is known there. */
export function stepInto({ value, shape }: Known, step: Step): Known | undefined {
  const inner = shapeInside(shape, step);
  const found = valueInside(value, step);
  if (found === undefined && inner === undefined) return undefined;
  return {
    ...(found === undefined ? {} : { value: found }),
    ...(inner === undefined ? {} : { shape: inner }),
  };
}

function valueInside(value: unknown, step: Step): unknown {
  if (Array.isArray(value)) {
    if (step === 'length') return value.length;
    return typeof step === 'number' ? value.at(step) : undefined;
  }
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
  return Reflect.get(value, step);
}

function shapeInside(shape: ValueShape | undefined, step: Step): ValueShape | undefined {
  if (shape?.type === 'array')
    return step === 'length' ? { type: 'number' } : typeof step === 'number' ? shape.items : undefined;
  return shape?.fields?.find(({ name }) => name === String(step))?.shape;
}

/** Returns the members: those of the value first, then those that are only described. */
export function membersOf({ value, shape }: Known, maxItems = MAX_ITEMS): Array<[step: Step, inside: Known]> {
  const steps = new Set<Step>();
  if (Array.isArray(value)) for (const index of value.slice(0, maxItems).keys()) steps.add(index);
  else if (value !== null && typeof value === 'object') for (const key of Object.keys(value)) steps.add(key);
  if (shape?.type === 'array' && shape.items !== undefined && steps.size === 0) steps.add(0);
  for (const { name } of shape?.fields ?? []) steps.add(name);
  return [...steps].flatMap((step): Array<[Step, Known]> => {
    const inside = stepInto({ value, shape }, step);
    return inside === undefined ? [] : [[step, inside]];
  });
}

/** Returns the last value's type; for null and unknown values the described one. Empty if unknown. */
export function typeOf({ value, shape }: Known): string {
  if (value instanceof ExactNumber) return 'number';
  if (value !== undefined && value !== null) return Array.isArray(value) ? 'array' : typeof value;
  if (shape !== undefined && shape.type !== 'any')
    return shape.nullable || value === null ? `${shape.type} or null` : shape.type;
  return value === null ? 'null' : '';
}

/** Short names of the origins. */
export const ORIGINS: Readonly<Record<LastOutput['from'], string>> = {
  sample: 'sample',
  pinned: 'pinned',
  sent: 'sent alone',
  run: 'this run',
  log: 'last run',
  default: 'default',
};

/** True if a value there is an output's default: a run may have another. */
export const isDefault = ({ defaults = {} }: ScopeBlock, path: readonly Step[]): boolean =>
  Object.hasOwn(defaults, String(path[0]));

/** Returns the origin of the type; empty if the definition gives it for every block of its kind. */
export function originOf({ value }: Known, block: ScopeBlock, path: readonly Step[]): string {
  const { last, shapes } = block;
  if (value !== undefined && isDefault(block, path)) return ORIGINS.default;
  if (value !== undefined && last !== undefined) return ORIGINS[last.from];
  return shapes !== undefined && Object.hasOwn(shapes, String(path[0])) ? 'OpenAPI' : '';
}
