import type { ImportedVariable } from '../../import-export';

const NAMED = /\{\{([A-Z_][A-Z0-9_]*)\}\}/g;
/** The most characters of a value; one that would become longer stays as written. */
const MAX_CHARACTERS = 10_000;

/**
 * Returns a lookup of values. Tools resolve variables inside values (`{{scheme}}://{{host}}`),
 * workspaces don't. Names of the variable itself and unknown names stay in the value.
 */
export function variableValues(variables: readonly ImportedVariable[]): (name: string) => string | undefined {
  const written = new Map(variables.map(({ name, value }) => [name, value]));
  const known = new Map<string, string>();
  const underWay = new Set<string>();
  const lookUp = (name: string): string | undefined => {
    const value = written.get(name);
    if (value === undefined || known.has(name)) return known.get(name);
    if (underWay.has(name) || underWay.size > MAX_DEPTH) return undefined;
    underWay.add(name);
    let length = 0;
    const filled = value.replace(NAMED, (whole, inner: string) => {
      const found = length > MAX_CHARACTERS ? whole : (lookUp(inner) ?? whole);
      length += found.length;
      return found;
    });
    underWay.delete(name);
    known.set(name, filled.length > MAX_CHARACTERS ? value : filled);
    return known.get(name);
  };
  return lookUp;
}

const MAX_DEPTH = 50;

/** Replaces the variables in every text of a value by their entries in `values`. */
export function filled<Value>(value: Value, values: ReadonlyMap<string, string>): Value {
  if (values.size === 0) return value;
  if (typeof value === 'string')
    return value.replace(NAMED, (whole, name: string) => values.get(name) ?? whole) as Value;
  if (Array.isArray(value)) return value.map((item) => filled(item, values)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, filled(item, values)]);
  return Object.fromEntries(entries) as Value;
}
