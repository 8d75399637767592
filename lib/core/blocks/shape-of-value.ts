import { ExactNumber } from '../../platform/text/exact-number';
import type { ValueShape, ValueType } from './value-shape';

const MAX_VALUES = 400;
const MAX_FIELDS = 100;
const MAX_DEPTH = 8;

/** Returns the shape of a value, within limits: fields of objects, the first item of lists. */
export function shapeOfValue(value: unknown): ValueShape {
  const budget = { left: MAX_VALUES };
  return shapeWithin(value, budget, 0);
}

function shapeWithin(value: unknown, budget: { left: number }, depth: number): ValueShape {
  budget.left -= 1;
  if (value instanceof ExactNumber) return { type: 'number' };
  if (typeof value !== 'object' || value === null) return { type: typeOf(value) };
  if (depth === MAX_DEPTH) return { type: Array.isArray(value) ? 'array' : 'object' };
  if (Array.isArray(value))
    return value.length === 0
      ? { type: 'array' }
      : { type: 'array', items: shapeWithin(value[0], budget, depth + 1) };
  const fields: NonNullable<ValueShape['fields']> = [];
  for (const [name, member] of Object.entries(value).slice(0, MAX_FIELDS)) {
    if (budget.left <= 0) break;
    fields.push({ name, shape: shapeWithin(member, budget, depth + 1) });
  }
  return { type: 'object', fields };
}

function typeOf(value: unknown): ValueType {
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'any';
}
