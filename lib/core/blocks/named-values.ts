/**
 * Returns rows of keys and values as one object, for people and for comparing: a repeated key has the list
 * of its values. Rows are pairs, as spans hold them, or objects with these members; others are left out.
 */
export function namedValues(
  rows: unknown,
  nameOf: (name: string) => string = (name) => name,
): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const [key, value] = Array.isArray(row) ? row : pairOf(row);
    if (typeof key !== 'string') continue;
    const name = nameOf(key);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const named = Array.from(values, ([name, all]): [string, unknown] => [
    name,
    all.length === 1 ? all[0] : all,
  ]);
  return Object.fromEntries(named);
}

function pairOf(row: unknown): [key: unknown, value: unknown] {
  if (typeof row !== 'object' || row === null) return [undefined, undefined];
  const { key, name, value } = row as { key?: unknown; name?: unknown; value?: unknown };
  return [key ?? name, value];
}
