import { isJsonObject } from '../../platform/text/exact-number';
import type { Step } from '../references/grammar';
import { readStep } from '../references/read-path';
import type { ShapeFault } from './fault';

/** A value in place of another; `undefined` takes it away. */
export interface Alteration {
  path: readonly Step[];
  original: unknown;
  altered: unknown;
}

/** No server sends it on purpose, and no workflow compares with it. */
const UNKNOWN_VALUE = 'millrace_unknown_value';
/** Short words without spaces, which are likely to be one of a few. */
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,30}$/;

/** Returns what a fault makes of the value at a path; null if it says nothing of such a value. */
export function alterationAt(data: unknown, path: readonly Step[], fault: ShapeFault): Alteration | null {
  const original = valueAt(data, path);
  if (original === undefined || original === null || path.length === 0) return null;
  const altered = alteredBy(original, fault);
  if (altered === NOT_APPLICABLE) return null;
  // A list without one of its items is a list as any other.
  if (fault === 'field-missing' && typeof path.at(-1) === 'number') return null;
  return { path, original, altered };
}

const NOT_APPLICABLE = Symbol('not applicable');

function alteredBy(value: unknown, fault: ShapeFault): unknown {
  switch (fault) {
    case 'field-missing':
      return undefined;
    case 'field-null':
      return null;
    case 'other-type':
      return otherType(value);
    case 'empty-list':
      return Array.isArray(value) && value.length > 0 ? [] : NOT_APPLICABLE;
    case 'unknown-value':
      return typeof value === 'string' && WORD.test(value) ? UNKNOWN_VALUE : NOT_APPLICABLE;
  }
}

/** Servers that change a type mostly write numbers as text, and wrap or unwrap lists. */
function otherType(value: unknown): unknown {
  if (typeof value === 'string') return { value };
  if (Array.isArray(value)) return { items: value };
  if (isJsonObject(value)) return [value];
  return String(value);
}

export function valueAt(data: unknown, path: readonly Step[]): unknown {
  let value = data;
  for (const step of path) value = readStep(value, step);
  return value;
}

/** Returns a copy of the data with the alteration; what lies beside the path is shared. */
export function alter(data: unknown, { path, altered }: Pick<Alteration, 'path' | 'altered'>): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return altered;
  const inside = alter(readStep(data, step), { path: rest, altered });
  if (Array.isArray(data)) {
    const index = typeof step === 'number' && step < 0 ? data.length + step : step;
    return data.map((item, at) => (at === index ? inside : item));
  }
  if (!isJsonObject(data)) return data;
  const members = Object.entries(data).filter(([key]) => key !== step || inside !== undefined);
  return Object.fromEntries(members.map(([key, item]) => [key, key === step ? inside : item]));
}
