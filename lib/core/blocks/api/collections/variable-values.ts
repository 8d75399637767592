import type { ImportedVariable } from '../../import-export';

const NAMED = /\{\{([A-Z_][A-Z0-9_]*)\}\}/g;
/** A value that would become longer stays as it is written. */
const MAX_CHARACTERS = 10_000;

/**
 * What each variable is worth: tools look up what a value names (`{{scheme}}://{{host}}`), a workspace's
 * variables are taken as they are. One that names itself, or nothing that is known, keeps its name.
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

/** Every text in a value with what stands in `values` in place of its names. */
export function filled<Value>(value: Value, values: ReadonlyMap<string, string>): Value {
  if (values.size === 0) return value;
  if (typeof value === 'string')
    return value.replace(NAMED, (whole, name: string) => values.get(name) ?? whole) as Value;
  if (Array.isArray(value)) return value.map((item) => filled(item, values)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, filled(item, values)]);
  return Object.fromEntries(entries) as Value;
}
