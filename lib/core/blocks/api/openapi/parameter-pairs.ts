import { isObject } from './json-node';

export type Pair = readonly [key: string, value: string];

const MAX_PAIRS = 20;
const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** Returns a parameter's value as the rows of a query, by its `style` and `explode`. */
export function queryPairs(name: string, value: unknown, style: string, explode: boolean): Pair[] {
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_PAIRS).map(parameterText);
    if (explode && style !== 'spaceDelimited' && style !== 'pipeDelimited') {
      return items.length === 0 ? [[name, '']] : items.map((item) => [name, item]);
    }
    return [[name, items.join(SEPARATORS[style] ?? ',')]];
  }
  if (!isObject(value)) return [[name, parameterText(value)]];
  const fields = Object.entries(value).slice(0, MAX_PAIRS);
  if (style === 'deepObject') return fields.map(([key, field]) => [`${name}[${key}]`, parameterText(field)]);
  if (explode) return fields.map(([key, field]) => [key, parameterText(field)]);
  return [[name, joined(fields)]];
}

/** Writes a value for a path segment or a header: `a,b` and `key,value`. */
export function simpleText(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.slice(0, MAX_PAIRS).map(parameterText).join(',');
  if (!isObject(value)) return parameterText(value);
  const fields = Object.entries(value).slice(0, MAX_PAIRS);
  return explode ? fields.map(([key, field]) => `${key}=${parameterText(field)}`).join(',') : joined(fields);
}

export function parameterText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function joined(fields: ReadonlyArray<readonly [string, unknown]>): string {
  return fields.flatMap(([key, field]) => [key, parameterText(field)]).join(',');
}
