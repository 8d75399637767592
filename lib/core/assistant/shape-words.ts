import type { ValueShape } from '../blocks/value-shape';

const MAX_CHARACTERS = 1_500;
/** Field names as programs use them; others may be data, such as a customer's address. */
const FIELD_NAME = /^[A-Za-z_$][\w$-]{0,39}$/;

/** Writes the names of fields and types, never a value: `{ id: number; tags: string[] }`. */
export function shapeWords(shape: ValueShape): string {
  const words = describeShape(shape);
  return words.length > MAX_CHARACTERS ? `${words.slice(0, MAX_CHARACTERS)}…` : words;
}

function describeShape({ type, fields = [], items }: ValueShape): string {
  if (type === 'array') return items === undefined ? 'unknown[]' : `${describeShape(items)}[]`;
  if (type !== 'object') return type === 'any' ? 'unknown' : type;
  const known = fields.filter(({ name }) => FIELD_NAME.test(name) && !/\d{5}/.test(name));
  const words = known.map(
    ({ name, shape, optional }) => `${name}${optional === true ? '?' : ''}: ${describeShape(shape)}`,
  );
  if (known.length < fields.length) words.push('[other names]: unknown');
  return words.length === 0 ? 'object' : `{ ${words.join('; ')} }`;
}
