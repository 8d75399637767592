import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';

/** A JSON Schema, draft 7 to 2020-12, as a user wrote it: nothing in it can be relied on. */
export type Schema = unknown;

/** A text that must match a regular expression; the code that runs it must make sure that it ends. */
export interface PatternCheck {
  path: string;
  pattern: string;
  text: string;
}

/** `mismatch`: a description of the first mismatch; null if everything but the patterns matches. */
export interface SchemaCheck {
  mismatch: string | null;
  patterns: readonly PatternCheck[];
}

/** Schemas that refer to themselves can ask for more work than any value is worth. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 200;

class TooComplex extends Error {}

/**
 * Checks a value against a schema. References lead only into the schema itself; `format` is not checked;
 * patterns are left to the caller, and within `anyOf`, `oneOf`, `not` and `if` they count as matching.
 */
export function checkValue(schema: Schema, value: unknown): SchemaCheck {
  const checker = new Checker(schema);
  try {
    return { mismatch: checker.check(schema, value, ''), patterns: checker.patterns };
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return { mismatch: 'The schema is too complex to be checked.', patterns: [] };
  }
}

type Keywords = Readonly<Record<string, unknown>>;

class Checker {
  readonly patterns: PatternCheck[] = [];
  #steps = 0;
  #depth = 0;
  /** The number of schemas around this one that may fail without harm. */
  #conditional = 0;

  constructor(readonly root: Schema) {}

  check(schema: Schema, value: unknown, path: string): string | null {
    this.#step();
    if (schema === false) return `${placeOf(path)} must not be there.`;
    if (!isJsonObject(schema)) return null;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TooComplex();
    const mismatch =
      this.#reference(schema, value, path) ??
      this.#type(schema, value, path) ??
      this.#combined(schema, value, path) ??
      this.#byType(schema, value, path);
    this.#depth -= 1;
    return mismatch;
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new TooComplex();
  }

  #reference({ $ref }: Keywords, value: unknown, path: string): string | null {
    if (typeof $ref !== 'string') return null;
    const target = $ref.startsWith('#') ? pointedAt(this.root, $ref.slice(1)) : undefined;
    return target === undefined
      ? `The schema refers to "${$ref}", which is not in it.`
      : this.check(target, value, path);
  }

  #type(schema: Keywords, value: unknown, path: string): string | null {
    const { type, enum: allowed } = schema;
    const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
    if (types.length > 0 && !types.some((name) => isOfType(value, name)))
      return `${placeOf(path)} must be ${types.map(articled).join(' or ')}, not ${articled(typeOf(value))}.`;
    if (Array.isArray(allowed) && !allowed.some((item) => this.#same(item, value)))
      return `${placeOf(path)} must be one of ${shown(allowed)}.`;
    if ('const' in schema && !this.#same(schema.const, value))
      return `${placeOf(path)} must be ${shown(schema.const)}.`;
    return null;
  }

  #combined(schema: Keywords, value: unknown, path: string): string | null {
    const { allOf, anyOf, oneOf, not, if: condition } = schema;
    for (const part of listOf(allOf)) {
      const mismatch = this.check(part, value, path);
      if (mismatch !== null) return mismatch;
    }
    if (Array.isArray(anyOf) && this.#countFitting(anyOf, value, path) === 0)
      return `${placeOf(path)} fits none of the ${anyOf.length} forms it may have.`;
    if (Array.isArray(oneOf) && this.#countFitting(oneOf, value, path) !== 1)
      return `${placeOf(path)} must fit exactly one of ${oneOf.length} forms.`;
    if (not !== undefined && this.#fits(not, value, path))
      return `${placeOf(path)} has a form it must not have.`;
    if (condition === undefined) return null;
    const branch = this.#fits(condition, value, path) ? schema.then : schema.else;
    return branch === undefined ? null : this.check(branch, value, path);
  }

  #fits(schema: Schema, value: unknown, path: string): boolean {
    this.#conditional += 1;
    const fits = this.check(schema, value, path) === null;
    this.#conditional -= 1;
    return fits;
  }

  #countFitting(schemas: readonly Schema[], value: unknown, path: string): number {
    return schemas.filter((schema) => this.#fits(schema, value, path)).length;
  }

  #byType(schema: Keywords, value: unknown, path: string): string | null {
    if (typeof value === 'string') return this.#text(schema, value, path);
    if (isNumber(value)) return numberMismatch(schema, Number(value), path);
    if (Array.isArray(value)) return this.#list(schema, value, path);
    return isJsonObject(value) ? this.#object(schema, value, path) : null;
  }

  #text({ minLength, maxLength, pattern }: Keywords, text: string, path: string): string | null {
    if (minLength !== undefined || maxLength !== undefined) {
      const length = Array.from(text).length;
      if (isNumber(minLength) && length < Number(minLength))
        return `${placeOf(path)} must have at least ${minLength} characters.`;
      if (isNumber(maxLength) && length > Number(maxLength))
        return `${placeOf(path)} must have at most ${maxLength} characters.`;
    }
    if (typeof pattern === 'string' && this.#conditional === 0) this.patterns.push({ path, pattern, text });
    return null;
  }

  #list(schema: Keywords, list: readonly unknown[], path: string): string | null {
    const { minItems, maxItems, uniqueItems, prefixItems, items, additionalItems, contains } = schema;
    if (isNumber(minItems) && list.length < Number(minItems))
      return `${placeOf(path)} must have at least ${minItems} items.`;
    if (isNumber(maxItems) && list.length > Number(maxItems))
      return `${placeOf(path)} must have at most ${maxItems} items.`;
    // Before 2020-12 a list of schemas stood in `items`, and that of the others in `additionalItems`.
    const first = listOf(prefixItems ?? (Array.isArray(items) ? items : undefined));
    const rest = Array.isArray(items) ? additionalItems : items;
    for (const [index, item] of list.entries()) {
      const mismatch = this.check(index < first.length ? first[index] : rest, item, `${path}[${index}]`);
      if (mismatch !== null) return mismatch;
    }
    if (contains !== undefined && !list.some((item) => this.#fits(contains, item, path)))
      return `${placeOf(path)} lacks an item that it must contain.`;
    const repeats = (item: unknown, index: number) =>
      list.slice(0, index).some((other) => this.#same(other, item));
    return uniqueItems === true && list.some(repeats) ? `${placeOf(path)} must not repeat an item.` : null;
  }

  #object(schema: Keywords, value: Keywords, path: string): string | null {
    const { required, properties, patternProperties, propertyNames, minProperties, maxProperties } = schema;
    for (const name of listOf(required))
      if (typeof name === 'string' && !Object.hasOwn(value, name))
        return `${placeOf(joined(path, name))} is missing.`;
    const names = Object.keys(value);
    if (isNumber(minProperties) && names.length < Number(minProperties))
      return `${placeOf(path)} must have at least ${minProperties} members.`;
    if (isNumber(maxProperties) && names.length > Number(maxProperties))
      return `${placeOf(path)} must have at most ${maxProperties} members.`;
    const known = isJsonObject(properties) ? properties : {};
    // Finding the names that a pattern covers would take running it.
    const others = patternProperties === undefined ? schema.additionalProperties : undefined;
    for (const name of names) {
      const isKnown = Object.hasOwn(known, name);
      if (!isKnown && others === false) return `${placeOf(joined(path, name))} is not expected.`;
      const mismatch =
        (propertyNames === undefined ? null : this.check(propertyNames, name, joined(path, name))) ??
        this.check(isKnown ? known[name] : others, value[name], joined(path, name));
      if (mismatch !== null) return mismatch;
    }
    return null;
  }

  #same(a: unknown, b: unknown): boolean {
    this.#step();
    if (isNumber(a) && isNumber(b)) return String(a) === String(b);
    if (Array.isArray(a) && Array.isArray(b))
      return a.length === b.length && a.every((item, index) => this.#same(item, b[index]));
    if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && this.#same(a[name], b[name]))
    );
  }
}

function numberMismatch(schema: Keywords, value: number, path: string): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (isNumber(minimum) && value < Number(minimum)) return `${placeOf(path)} must be at least ${minimum}.`;
  if (isNumber(maximum) && value > Number(maximum)) return `${placeOf(path)} must be at most ${maximum}.`;
  if (isNumber(exclusiveMinimum) && value <= Number(exclusiveMinimum))
    return `${placeOf(path)} must be more than ${exclusiveMinimum}.`;
  if (isNumber(exclusiveMaximum) && value >= Number(exclusiveMaximum))
    return `${placeOf(path)} must be less than ${exclusiveMaximum}.`;
  const times = isNumber(multipleOf) ? value / Number(multipleOf) : 0;
  // 0.3 / 0.1 is 2.9999999999999996.
  return Math.abs(times - Math.round(times)) > 1e-9
    ? `${placeOf(path)} must be a multiple of ${multipleOf}.`
    : null;
}

const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isOfType(value: unknown, type: unknown): boolean {
  const is = typeOf(value);
  return is === type || (type === 'integer' && is === 'number' && isWhole(value));
}

const isWhole = (value: unknown): boolean =>
  value instanceof ExactNumber ? !value.digits.includes('.') : Number.isInteger(value);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (isNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

const articled = (type: unknown): string =>
  type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;

const placeOf = (path: string): string => (path === '' ? 'The value' : `"${path}"`);
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 200);

/** Follows a JSON Pointer, percent-encoded as in a fragment; undefined if it leads nowhere. */
function pointedAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Keywords)[name];
  }
  return pointer === '' || pointer.startsWith('/') ? value : undefined;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
