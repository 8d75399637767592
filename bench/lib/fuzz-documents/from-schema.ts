import type { z } from 'zod';
import type { Random } from '../../../lib/core/expressions/testing/random';

/** The path of a value in a config: `branches/*`; in an option of a union by its number: `body/3/rows`. */
export type Path = string;

/** A text, number or list in a config, with the limits of its schema. */
export interface Place {
  path: Path;
  /** The last name in its path. */
  key: string;
  kind: 'text' | 'number' | 'list' | 'switch' | 'any';
  /** The limits of its schema: characters, items or the number itself. */
  least?: number | undefined;
  most?: number | undefined;
  pattern?: RegExp | undefined;
}

/** Makes the values that a schema does not determine, such as the content of a text. */
export interface Maker {
  random: Random;
  text: (place: Place, siblings: Siblings) => string;
  number: (place: Place) => number;
  /** Picks one of these. */
  choice: <Value>(key: string, values: readonly Value[]) => Value;
  any: () => unknown;
  /** The value to use at one place instead of a generated one. */
  pin?: { path: Path; value: PinnedValue } | undefined;
}

/** `item` returns a generated item of a list. */
type PinnedValue = (place: Place, item: () => unknown, siblings: Siblings) => unknown;

export type Siblings = Readonly<Record<string, unknown>>;

type Schema = z.core.$ZodType;

const SOME_ITEMS = 3;
const LEFT_OUT_SHARE = 0.3;

/** Makes a value that is mostly valid; undefined to use the schema's default. */
export function makeValue(schema: Schema, maker: Maker, path: Path = '', siblings: Siblings = {}): unknown {
  const { random, pin } = maker;
  const bare = withoutWrapper(schema);
  if (bare.mayBeLeftOut && !isOnTheWay(maker, path) && random.chance(LEFT_OUT_SHARE)) return undefined;
  const def = definitionOf(bare.schema);
  const place = placeOf(bare.schema, path);
  if (path !== '' && pin?.path === path) return pin.value(place, () => itemOf(def, maker, path), siblings);
  switch (def.type) {
    case 'object':
      return objectOf(def.shape, maker, path);
    case 'array': {
      const few = Math.min(random.below(SOME_ITEMS + 1), place.most ?? SOME_ITEMS);
      const count = isOnTheWay(maker, path) ? 1 : few;
      return Array.from({ length: count }, () => itemOf(def, maker, path));
    }
    case 'union':
      return optionOf(def.options, maker, path, siblings);
    case 'enum':
      return maker.choice(place.key, Object.values(def.entries));
    case 'literal':
      return random.pick(def.values);
    case 'boolean':
      return random.chance(0.8);
    case 'number':
    case 'int':
      return maker.number(place);
    case 'string':
      return maker.text(place, siblings);
    case 'record':
      return {};
    default:
      return maker.any();
  }
}

/** Unwraps a schema that is optional or transformed before it is parsed. */
function withoutWrapper(schema: Schema): { schema: Schema; mayBeLeftOut: boolean } {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'default':
    case 'prefault':
    case 'optional':
      return { schema: withoutWrapper(def.innerType).schema, mayBeLeftOut: true };
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return withoutWrapper(def.innerType);
    case 'lazy':
      return withoutWrapper(def.getter());
    case 'pipe':
      return withoutWrapper(definitionOf(def.out).type === 'transform' ? def.in : def.out);
    default:
      return { schema, mayBeLeftOut: false };
  }
}

function objectOf(shape: Readonly<Record<string, Schema>>, maker: Maker, path: Path): unknown {
  const made: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(shape)) {
    const value = makeValue(member, maker, path === '' ? key : `${path}/${key}`, made);
    if (value !== undefined) made[key] = value;
  }
  return made;
}

const itemOf = (def: Definition, maker: Maker, path: Path): unknown =>
  makeValue(def.element as Schema, maker, `${path}/*`);

function optionOf(options: readonly Schema[], maker: Maker, path: Path, siblings: Siblings): unknown {
  const ahead = `${path}/`;
  const pinned = maker.pin?.path.startsWith(ahead)
    ? Number.parseInt(maker.pin.path.slice(ahead.length), 10)
    : Number.NaN;
  const index = Number.isNaN(pinned) ? maker.random.below(options.length) : pinned;
  return makeValue(options[index] as Schema, maker, `${path}/${index}`, siblings);
}

const isOnTheWay = ({ pin }: Maker, path: Path): boolean =>
  pin !== undefined && (pin.path === path || pin.path.startsWith(`${path}/`));

/** Returns every place of a schema, including those in each option of a union. */
export function placesOf(schema: Schema, path: Path = ''): Place[] {
  const bare = withoutWrapper(schema).schema;
  const def = definitionOf(bare);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, member]) =>
        placesOf(member as Schema, path === '' ? key : `${path}/${key}`),
      );
    case 'array':
      return [placeOf(bare, path), ...placesOf(def.element as Schema, `${path}/*`)];
    case 'union':
      return (def.options as readonly Schema[]).flatMap((option, index) =>
        placesOf(option, `${path}/${index}`),
      );
    default:
      return [placeOf(bare, path)];
  }
}

const KINDS: Readonly<Record<string, Place['kind']>> = {
  string: 'text',
  number: 'number',
  int: 'number',
  array: 'list',
  enum: 'switch',
  literal: 'switch',
  boolean: 'switch',
};

function placeOf(schema: Schema, path: Path): Place {
  const key = path.split('/').findLast((part) => !/^(?:\d+|\*)$/.test(part)) ?? '';
  const { type, checks = [] } = definitionOf(schema);
  const place: Place = { path, key, kind: KINDS[type] ?? 'any' };
  for (const check of checks as ReadonlyArray<{ _zod: { def: Check } }>) {
    const { maximum, minimum, value, pattern } = check._zod.def;
    switch (check._zod.def.check) {
      case 'max_length':
        place.most = maximum;
        break;
      case 'min_length':
        place.least = minimum;
        break;
      case 'less_than':
        place.most = value;
        break;
      case 'greater_than':
        place.least = value;
        break;
      case 'string_format':
        place.pattern = pattern;
    }
  }
  return place;
}

interface Check {
  check: string;
  maximum?: number;
  minimum?: number;
  value?: number;
  pattern?: RegExp;
}

// biome-ignore lint/suspicious/noExplicitAny: what a definition holds depends on its type.
type Definition = { type: string } & Record<string, any>;

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;
