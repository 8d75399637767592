import { blockDefinitions } from '../../../lib/core/blocks/registry/definitions';
import type { Random } from '../../../lib/core/expressions/testing/random';
import type { Surroundings } from './authored';
import {
  type CaseDraft,
  type Config,
  configOf,
  Draft,
  type DraftBlock,
  definitionOf,
  namesOf,
  portsOf,
  RUNNING_TYPES,
  START_TYPE,
} from './draft';
import { type JsonText, scalar, tree } from './json-texts';
import { plainText, STRANGE } from './texts';

const MOST_BLOCKS = 14;
const MOST_INPUTS = 3;
/** Blocks that wait for another caller, and notes. */
const OTHER_TYPES = [...blockDefinitions.keys()].filter(
  (type) => !RUNNING_TYPES.includes(type) && type !== START_TYPE,
);

/** Returns blocks of every kind with every field filled, connected at random. */
export function smallDocument(random: Random, around: Surroundings): CaseDraft {
  const document = new Draft();
  if (random.chance(0.95)) {
    const config = random.chance(0.7) ? {} : configOf(random, START_TYPE, { names: NOTHING, around });
    document.add(START_TYPE, config);
  }
  if (random.chance(0.2)) addSome(document, random, random.pick(OTHER_TYPES), around);
  for (let left = 1 + random.below(MOST_BLOCKS); left > 0; left -= 1)
    addSome(document, random, random.pick(RUNNING_TYPES), around);
  for (let left = random.below(4); left > 0; left -= 1) connectSome(document, random);
  if (random.chance(0.2)) spoil(document, random);
  const types = [...new Set(document.blocks.map(({ type }) => type))].join(', ');
  return { document, inputs: inputsOf(random), words: `small: ${document.blocks.length} blocks (${types})` };
}

const NOTHING = { blocks: [], variables: [] };
/** Limited, because nested loops multiply their iterations. */
const DEEPEST = 2;

function addSome(document: Draft, random: Random, type: string, around: Surroundings): void {
  const { blocks } = document;
  const containers = blocks.filter(
    (block) => definitionOf(block.type).container !== undefined && depthOf(document, block) < DEEPEST,
  );
  const isInside = containers.length > 0 && definitionOf(type).hasInput && random.chance(0.4);
  const parentId = isInside ? random.pick(containers).id : undefined;
  const config = configOf(random, type, { names: namesOf(blocks, around), around });
  const more = {
    ...(parentId !== undefined && { parentId }),
    ...(random.chance(0.04) && { enabled: false }),
    ...(random.chance(0.1) && { name: `Block ${blocks.length} ${'long '.repeat(random.below(10))}`.trim() }),
  };
  const block = document.add(type, config, more);
  const before = blocks.filter((other) => other !== block && other.parentId === parentId && isSource(other));
  if (before.length > 0 && definitionOf(type).hasInput && random.chance(0.95)) {
    const source = random.chance(0.6) ? (before.at(-1) as DraftBlock) : random.pick(before);
    document.connect(source, block, random.pick(portsOf(source)).id);
  }
}

const isSource = (block: DraftBlock): boolean => portsOf(block).length > 0;

function depthOf(document: Draft, { parentId }: DraftBlock): number {
  const parent = document.blocks.find(({ id }) => id === parentId);
  return parent === undefined ? 1 : 1 + depthOf(document, parent);
}

function connectSome(document: Draft, random: Random): void {
  const from = random.below(document.blocks.length);
  const [source, target] = [document.blocks[from]!, document.blocks[from + 1 + random.below(3)]];
  if (target === undefined || source.parentId !== target.parentId || !isSource(source)) return;
  document.connect(source, target, random.pick(portsOf(source)).id);
}

const SPOILS: ReadonlyArray<(document: Draft, random: Random, block: DraftBlock) => void> = [
  (document, random) => (document.more = { loops: JSON.parse(tree(random, 2).replaceAll(/-?1e400/g, '1')) }),
  (document) => (document.more = { settings: { agents: { usd: 1, seconds: 60, calls: 10 } } }),
  (document, random) => (document.more = { schemaVersion: random.below(9) }),
  (document, random) => (document.more = { [random.pick(STRANGE) || 'x']: 1 }),
  (_, random, block) => (block.name = random.pick(STRANGE)),
  (_, random, block) => (block.type = random.pick(STRANGE)),
  (_, random, block) => (block.position = { x: random.pick([1e308, -0, 0.5]), y: -1e308 }),
  (_, random, block) => (block.parentId = random.pick([block.id, 'nobody', 'b0'])),
  (_, random, block) => (block.config = { ...block.config, [random.pick(STRANGE)]: random.pick(STRANGE) }),
  (_, random, block) => (block.config = withOne(block.config, random)),
  (document, random) =>
    document.edges.push({ id: 'x', source: 'b0', target: random.pick(['b0', 'zz', 'b1']) }),
];

function spoil(document: Draft, random: Random): void {
  random.pick(SPOILS)(document, random, random.pick(document.blocks));
}

/** Replaces the value of one key with an unexpected one. */
function withOne(config: Config, random: Random): Config {
  const keys = Object.keys(config);
  if (keys.length === 0) return { x: 1 };
  return { ...config, [random.pick(keys)]: random.pick([null, 0, '', [], {}, [[]], 'x', true]) };
}

/** Returns the JSON of a run's input with all names used in references. */
export function inputOf(random: Random, more: Readonly<Record<string, JsonText>> = {}): JsonText {
  const members: Record<string, JsonText> = {
    v: tree(random),
    s: JSON.stringify(plainText(random, random.below(60))),
    n: random.chance(0.8) ? String(random.below(20)) : scalar(random),
    list: `[${random.several(5, () => tree(random, 2)).join(',')}]`,
    o: `{"a":{"b":[1,{"c":${scalar(random)}}]},"length":3}`,
    ...(random.chance(0.2) && { [random.pick(STRANGE)]: tree(random) }),
    ...more,
  };
  const pairs = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  // A duplicate name is valid JSON too.
  if (random.chance(0.05)) pairs.push('"v":1');
  return `{${pairs.join(',')}}`;
}

export const inputsOf = (random: Random, more: Readonly<Record<string, JsonText>> = {}): JsonText[] =>
  Array.from({ length: 1 + random.below(MOST_INPUTS) }, () => inputOf(random, more));
