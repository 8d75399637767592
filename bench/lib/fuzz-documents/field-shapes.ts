import type { BlockDefinition } from '../../../lib/core/blocks/block';
import type { ReferenceContext } from '../../../lib/core/blocks/field';
import { blockDefinitions } from '../../../lib/core/blocks/registry/definitions';
import type { Random } from '../../../lib/core/expressions/testing/random';
import type { Surroundings } from './authored';
import { type Amount, around as aroundLimit, BUDGETS, upTo } from './budgets';
import { type CaseDraft, configOf, Draft, namesOf, START_TYPE } from './draft';
import { type Place, placesOf, type Siblings } from './from-schema';
import { type JsonText, nested, sized, wide } from './json-texts';
import { inputOf, inputsOf } from './small-documents';
import { identifier, openings, plainText, references, STRANGE } from './texts';

interface PlaceOfBlock {
  definition: BlockDefinition;
  place: Place;
  references: ReferenceContext;
}

/** Every text, number and list in the config of every block. */
const PLACES: readonly PlaceOfBlock[] = [...blockDefinitions.values()].flatMap((definition) =>
  placesOf(definition.config).map((place) => {
    const field = definition.fields.find(({ name }) => name === place.path.split('/')[0]);
    return { definition, place, references: field?.references ?? 'none' };
  }),
);
const REFERRING = PLACES.filter(({ place, references }) => place.kind === 'text' && references !== 'none');
const SIZED = PLACES.filter(({ place }) => place.kind !== 'switch');

/** The value for a place, and the members that the run's input needs for it. */
interface Pinned {
  value: (siblings: Siblings, item: () => unknown) => unknown;
  words: string;
  input?: Readonly<Record<string, JsonText>>;
}

/** One field of one block around its budgets, or around the limits of its schema. */
export function fieldShape(random: Random, around: Surroundings): CaseDraft {
  const refers = random.chance(0.6);
  const target = random.pick(refers ? REFERRING : SIZED);
  const { definition, place } = target;
  const pinned = refers ? referringPin(random, target, around) : sizedPin(random, target);
  const document = new Draft();
  const isStart = definition.type === START_TYPE;
  if (!isStart) document.add(START_TYPE, {});
  const config = configOf(random, definition.type, {
    names: namesOf(document.blocks, around),
    around,
    pin: { path: place.path, value: (_, item, siblings) => pinned.value(siblings, item) },
  });
  const isRun = definition.hasInput;
  if (isRun && !isStart) document.append(definition.type, config);
  else document.add(definition.type, config);
  if (definition.container !== undefined) document.add('transform', SMALL_CONFIG, { parentId: 'b1' });
  const { input } = pinned;
  const inputs = input === undefined ? inputsOf(random) : [inputOf(random, input)];
  return { document, inputs, words: `${definition.type}.${place.path} ${pinned.words}` };
}

const SMALL_CONFIG = { fields: [{ name: 'a', value: '<start.n>' }] };

const wordsOf = (what: string, { count, level }: Amount): string =>
  `${what} ${count.toLocaleString('en')} (${level})`;

/** Maximum characters of a field, so that the rest of the document still fits. */
const MOST_TEXT = BUDGETS.documentBytes - 4_096;

function referringPin(random: Random, target: PlaceOfBlock, around: Surroundings): Pinned {
  const make = random.pick([manyReferences, manyReferences, manyOpenings, muchMade, muchMade, deepOrWide]);
  return make(random, target, around);
}

function manyReferences(random: Random, target: PlaceOfBlock, around: Surroundings): Pinned {
  const amount = aroundLimit(random, BUDGETS.fieldReferences);
  if (random.chance(0.15)) amount.count = upTo(random, 200_000);
  const names = namesOf([], around);
  const start = { slug: 'start', outputs: ['v', 's', 'n', 'list'] };
  const all = references(random, amount.count, { ...names, blocks: [start, ...names.blocks] });
  return {
    value: (siblings) => textWith(all, target, siblings, around),
    words: wordsOf('references', amount),
  };
}

function manyOpenings(random: Random, target: PlaceOfBlock, around: Surroundings): Pinned {
  const amount = aroundLimit(random, BUDGETS.fieldOpenings);
  const text = openings(random, amount.count).slice(0, MOST_TEXT);
  return {
    value: (siblings) => textWith([text], target, siblings, around),
    words: `${wordsOf('openings', amount)} of ${JSON.stringify(text.slice(0, 12))}`,
  };
}

const MADE: Partial<Record<ReferenceContext, number>> = {
  url: BUDGETS.madeLine,
  'path-rows': BUDGETS.madeLine,
  'query-rows': BUDGETS.madeLine,
  'header-rows': BUDGETS.madeLine,
  bindings: BUDGETS.madeCode,
  'bindings-rows': BUDGETS.madeCode,
  'value-rows': BUDGETS.madeValue,
};
/** Maximum size of the input's value that references name: the input has other members too. */
const MOST_VALUE = BUDGETS.inputBytes - 64 * 1024;

/** References whose values together produce this amount. */
function muchMade(random: Random, target: PlaceOfBlock, around: Surroundings): Pinned {
  const budget = random.chance(0.5) ? (MADE[target.references] ?? BUDGETS.madeText) : BUDGETS.madeHere;
  const amount = aroundLimit(random, budget);
  const least = Math.ceil(amount.count / MOST_VALUE);
  const count = Math.max(least, random.pick([1, 2, 10, 100, BUDGETS.fieldReferences]));
  const value = sized(random, Math.floor(amount.count / count));
  const text = random.pick(['<start.v>', '<start.v:json>', '<start.v>', 'a <start.v>']);
  return {
    value: (siblings) => textWith(Array(count).fill(text), target, siblings, around),
    words: `${wordsOf('made', amount)} by ${count} of ${text}`,
    input: { v: value },
  };
}

/** The values fill a field with a comma each. */
const MOST_TYPED_VALUES = BUDGETS.fieldCharacters / 2;

/** JSON in a text that may be parsed as such. */
function deepOrWide(random: Random, target: PlaceOfBlock, around: Surroundings): Pinned {
  const isDeep = random.chance(0.5);
  const amount = aroundLimit(random, isDeep ? BUDGETS.jsonDepth : MOST_TYPED_VALUES);
  if (isDeep && random.chance(0.2)) amount.count = 100_000;
  const text = isDeep ? nested(random, amount.count) : wide(random, amount.count);
  const refers = random.chance(0.5) ? text.replace('1', '"<start.n>"') : text;
  const what = isDeep ? 'levels of JSON' : 'values of JSON';
  return {
    value: () => addressed(refers.slice(0, MOST_TEXT), target, around),
    words: wordsOf(what, amount),
  };
}

/** Puts these parts into a text that fits the kind of field. */
function textWith(
  parts: readonly string[],
  target: PlaceOfBlock,
  { kind }: Siblings,
  around: Surroundings,
): string {
  const { references: context, place } = target;
  if (context === 'bindings') return cut(`return [${parts.join(',')}].length`);
  if (context === 'bindings-rows') return cut(`[${parts.join(',')}].length > 0`);
  if (context === 'json' || kind === 'json' || place.key === 'variables')
    return cut(`[${parts.map((part) => `"${part}"`).join(',')}]`);
  return addressed(cut(parts.join('')), target, around);
}

const cut = (text: string): string => text.slice(0, MOST_TEXT);

/** Makes URLs point to this machine. */
function addressed(text: string, { place, references: context }: PlaceOfBlock, around: Surroundings): string {
  const isAddress = context === 'url' || /(?:^|\/)(?:url|baseUrl|tokenUrl)$/.test(place.path);
  return isAddress ? `${around.upstream}/?q=${text}` : text;
}

/** A value for a list, a text or a number at the limits of its schema. */
function sizedPin(random: Random, { place }: PlaceOfBlock): Pinned {
  const { kind, most, least, pattern, key } = place;
  if (kind === 'list') {
    const amount = aroundLimit(random, most ?? 200);
    if (random.chance(0.1)) amount.count = upTo(random, 50_000);
    return {
      value: (_, item) => Array.from({ length: amount.count }, (_, index) => named(item(), index)),
      words: wordsOf('items', amount),
    };
  }
  if (kind === 'number') {
    const limits = [least ?? 0, most ?? 1e6, 2 ** 53, 1e308, -1e308, -0, 0.5];
    const value = random.pick(limits) + random.pick([0, 0, 1, -1, 0.1]);
    // One request per minute would only make the bench wait.
    return { value: () => (place.path === 'rate/max' ? Math.max(500, value) : value), words: `is ${value}` };
  }
  if (kind === 'any') {
    const amount = aroundLimit(random, BUDGETS.jsonDepth);
    return { value: () => JSON.parse(nested(random, amount.count)), words: wordsOf('levels', amount) };
  }
  const amount = aroundLimit(random, most ?? (pattern ? 64 : BUDGETS.madeLine));
  const isAddress = /^(?:url|baseUrl|tokenUrl|workflowId)$/.test(key);
  const text = random.chance(0.1) ? random.pick(STRANGE) : pattern ? identifier(random, amount.count) : null;
  return {
    value: () => (isAddress ? '' : (text ?? plainText(random, amount.count))),
    words: wordsOf('characters', amount),
  };
}

/** Gives items with a name or id unique ones. */
function named(item: unknown, index: number): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const own = ['name', 'id'].filter((key) => key in item).map((key) => [key, `n${index}`]);
  return { ...item, ...Object.fromEntries(own) };
}
