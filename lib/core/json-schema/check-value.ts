import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import { jsonBeginning } from '../../platform/text/json-beginning';
import { CHARACTERS_A_SCHEMA, CHARACTERS_A_VALUE, CheckTooComplex, type CheckWork } from './check-work';
import { pointedAt } from './pointed-at';
import { hasMember, hasRepeats, isNumber, isSame, namesOf } from './same-value';

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

/** Deeper recursion could exhaust the stack. */
const MAX_DEPTH = 200;
/** Following a pointer splits it, decodes its parts and looks each up. */
const CHARACTERS_A_POINTER_CHARACTER = 5;
/** The most characters of a path, a value or a reference in a message. */
const SHOWN_CHARACTERS = 200;

/**
 * Checks a value against a schema. References lead only into the schema itself; `format` is not checked;
 * patterns are left to the caller, and within `anyOf`, `oneOf`, `not` and `if` they count as matching.
 * @throws CheckTooComplex
 */
export function checkValue(schema: Schema, value: unknown, work: CheckWork): SchemaCheck {
  const checker = new Checker(schema, work);
  const mismatch = checker.check(schema, value, '');
  return { mismatch: mismatch === null ? null : mismatch(), patterns: checker.patterns };
}

type Keywords = Readonly<Record<string, unknown>>;
/** Says what does not match. The text is made only if it is needed: most mismatches are those of a branch. */
type Mismatch = () => string;

class Checker {
  readonly patterns: PatternCheck[] = [];
  readonly #targets = new Map<Keywords, unknown>();
  #depth = 0;
  /** The number of schemas around this one that may fail without harm. */
  #conditional = 0;

  constructor(
    readonly root: Schema,
    readonly work: CheckWork,
  ) {}

  check(schema: Schema, value: unknown, path: string): Mismatch | null {
    this.work.charge(isJsonObject(schema) ? CHARACTERS_A_SCHEMA : CHARACTERS_A_VALUE);
    if (schema === false) return () => `${placeOf(path)} must not be there.`;
    if (!isJsonObject(schema)) return null;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new CheckTooComplex('check');
    const mismatch =
      this.#reference(schema, value, path) ??
      this.#type(schema, value, path) ??
      this.#combined(schema, value, path) ??
      this.#byType(schema, value, path);
    this.#depth -= 1;
    return mismatch;
  }

  #reference(schema: Keywords, value: unknown, path: string): Mismatch | null {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return null;
    const target = this.#targetOf(schema, $ref);
    return target === undefined
      ? () => `The schema refers to "${clip($ref)}", which is not in it.`
      : this.check(target, value, path);
  }

  /** A pointer is followed once, since its parts may be many. */
  #targetOf(schema: Keywords, $ref: string): unknown {
    if (!this.#targets.has(schema)) {
      this.work.charge($ref.length * CHARACTERS_A_POINTER_CHARACTER);
      this.#targets.set(schema, $ref.startsWith('#') ? pointedAt(this.root, $ref.slice(1)) : undefined);
    }
    return this.#targets.get(schema);
  }

  #type(schema: Keywords, value: unknown, path: string): Mismatch | null {
    const { type, enum: allowed } = schema;
    if (Array.isArray(type)) this.work.charge(type.length);
    const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
    if (types.length > 0 && !types.some((name) => isOfType(value, name, this.work)))
      return () =>
        `${placeOf(path)} must be ${types.map(articled).join(' or ')}, not ${articled(typeOf(value))}.`;
    if (Array.isArray(allowed) && !allowed.some((item) => isSame(item, value, this.work)))
      return () => `${placeOf(path)} must be one of ${shown(allowed)}.`;
    if ('const' in schema && !isSame(schema.const, value, this.work))
      return () => `${placeOf(path)} must be ${shown(schema.const)}.`;
    return null;
  }

  #combined(schema: Keywords, value: unknown, path: string): Mismatch | null {
    const { allOf, anyOf, oneOf, not, if: condition } = schema;
    for (const part of listOf(allOf)) {
      const mismatch = this.check(part, value, path);
      if (mismatch !== null) return mismatch;
    }
    if (Array.isArray(anyOf) && this.#countFitting(anyOf, value, path) === 0)
      return () => `${placeOf(path)} fits none of the ${anyOf.length} forms it may have.`;
    if (Array.isArray(oneOf) && this.#countFitting(oneOf, value, path) !== 1)
      return () => `${placeOf(path)} must fit exactly one of ${oneOf.length} forms.`;
    if (not !== undefined && this.#fits(not, value, path))
      return () => `${placeOf(path)} has a form it must not have.`;
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

  #byType(schema: Keywords, value: unknown, path: string): Mismatch | null {
    if (typeof value === 'string') return this.#text(schema, value, path);
    if (isNumber(value)) return numberMismatch(schema, value, path, this.work);
    if (Array.isArray(value)) return this.#list(schema, value, path);
    return isJsonObject(value) ? this.#object(schema, value, path) : null;
  }

  #text({ minLength, maxLength, pattern }: Keywords, text: string, path: string): Mismatch | null {
    if (isNumber(minLength) && !this.#isLongAs(text, numberOf(minLength, this.work)))
      return () => `${placeOf(path)} must have at least ${minLength} characters.`;
    if (isNumber(maxLength) && this.#isLongAs(text, Math.floor(numberOf(maxLength, this.work)) + 1))
      return () => `${placeOf(path)} must have at most ${maxLength} characters.`;
    if (typeof pattern === 'string' && this.#conditional === 0) {
      this.work.charge(text.length + pattern.length);
      this.patterns.push({ path, pattern, text });
    }
    return null;
  }

  /** True if a text has that many characters; one takes one or two of the units in its length. */
  #isLongAs(text: string, least: number): boolean {
    if (text.length < least) return false;
    if (text.length >= least * 2) return true;
    this.work.charge(text.length);
    let count = text.length;
    for (let at = 1; at < text.length; at += 1)
      if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count -= 1;
    return count >= least;
  }

  #list(schema: Keywords, list: readonly unknown[], path: string): Mismatch | null {
    const { minItems, maxItems, uniqueItems, prefixItems, items, additionalItems, contains } = schema;
    if (isNumber(minItems) && list.length < numberOf(minItems, this.work))
      return () => `${placeOf(path)} must have at least ${minItems} items.`;
    if (isNumber(maxItems) && list.length > numberOf(maxItems, this.work))
      return () => `${placeOf(path)} must have at most ${maxItems} items.`;
    // Before 2020-12 a list of schemas stood in `items`, and that of the others in `additionalItems`.
    const first = listOf(prefixItems ?? (Array.isArray(items) ? items : undefined));
    const rest = Array.isArray(items) ? additionalItems : items;
    const checked = rest === undefined ? Math.min(first.length, list.length) : list.length;
    for (let index = 0; index < checked; index += 1) {
      const part = index < first.length ? first[index] : rest;
      const mismatch = this.check(part, list[index], `${path}[${index}]`);
      if (mismatch !== null) return mismatch;
    }
    if (contains !== undefined && !list.some((item) => this.#fits(contains, item, path)))
      return () => `${placeOf(path)} lacks an item that it must contain.`;
    if (uniqueItems !== true || !hasRepeats(list, this.work)) return null;
    return () => `${placeOf(path)} must not repeat an item.`;
  }

  #object(schema: Keywords, value: Keywords, path: string): Mismatch | null {
    const { required, properties, patternProperties, propertyNames, minProperties, maxProperties } = schema;
    for (const name of listOf(required))
      if (typeof name === 'string' && !hasMember(value, name, this.work))
        return () => `${placeOf(joined(path, name))} is missing.`;
    const names = namesOf(value, this.work);
    if (isNumber(minProperties) && names.length < numberOf(minProperties, this.work))
      return () => `${placeOf(path)} must have at least ${minProperties} members.`;
    if (isNumber(maxProperties) && names.length > numberOf(maxProperties, this.work))
      return () => `${placeOf(path)} must have at most ${maxProperties} members.`;
    const known = isJsonObject(properties) ? properties : {};
    // Finding the names that a pattern covers would take running it.
    const others = patternProperties === undefined ? schema.additionalProperties : undefined;
    for (const name of names) {
      const isKnown = hasMember(known, name, this.work);
      if (!isKnown && others === false) return () => `${placeOf(joined(path, name))} is not expected.`;
      const mismatch =
        (propertyNames === undefined ? null : this.check(propertyNames, name, joined(path, name))) ??
        this.check(isKnown ? known[name] : others, value[name], joined(path, name));
      if (mismatch !== null) return mismatch;
    }
    return null;
  }
}

function numberMismatch(
  schema: Keywords,
  value: number | ExactNumber,
  path: string,
  work: CheckWork,
): Mismatch | null {
  const number = numberOf(value, work);
  const breaks = (name: string, isBroken: (bound: number) => boolean): boolean => {
    const bound = schema[name];
    return isNumber(bound) && isBroken(numberOf(bound, work));
  };
  const says = (words: string, name: string) => () => `${placeOf(path)} must be ${words} ${schema[name]}.`;
  if (breaks('minimum', (least) => number < least)) return says('at least', 'minimum');
  if (breaks('maximum', (most) => number > most)) return says('at most', 'maximum');
  if (breaks('exclusiveMinimum', (bound) => number <= bound)) return says('more than', 'exclusiveMinimum');
  if (breaks('exclusiveMaximum', (bound) => number >= bound)) return says('less than', 'exclusiveMaximum');
  // 0.3 / 0.1 is 2.9999999999999996.
  const isNoMultiple = (part: number) => Math.abs(number / part - Math.round(number / part)) > 1e-9;
  return breaks('multipleOf', isNoMultiple) ? says('a multiple of', 'multipleOf') : null;
}

/** Reads a number; one with very many digits takes as long as a text. */
function numberOf(value: number | ExactNumber, work: CheckWork): number {
  if (value instanceof ExactNumber) work.charge(value.digits.length);
  return Number(value);
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isOfType(value: unknown, type: unknown, work: CheckWork): boolean {
  const is = typeOf(value);
  return is === type || (type === 'integer' && is === 'number' && isWhole(value, work));
}

function isWhole(value: unknown, work: CheckWork): boolean {
  if (!(value instanceof ExactNumber)) return Number.isInteger(value);
  work.charge(value.digits.length);
  return !value.digits.includes('.');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (isNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

const articled = (type: unknown): string =>
  type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;

const placeOf = (path: string): string => (path === '' ? 'The value' : `"${clip(path)}"`);
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const shown = (value: unknown): string => jsonBeginning(value, SHOWN_CHARACTERS).slice(0, SHOWN_CHARACTERS);
const clip = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
