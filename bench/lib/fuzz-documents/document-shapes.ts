import type { Random } from '../../../lib/core/expressions/testing/random';
import type { Surroundings } from './authored';
import { type Amount, around as aroundLimit, BUDGETS, upTo } from './budgets';
import {
  type CaseDraft,
  CONTAINER_TYPES,
  type Config,
  configOf,
  Draft,
  type DraftBlock,
  namesOf,
  RUNNING_TYPES,
  START_TYPE,
} from './draft';
import { nested } from './json-texts';
import { inputOf, inputsOf } from './small-documents';
import { identifier, plainText } from './texts';

interface Made {
  document: Draft;
  amount: Amount;
}

type Make = (random: Random, around: Surroundings) => Made;

const REFERRING: Config = { fields: [{ name: 'a', type: 'any', value: '<start.n>' }] };

const begun = (): Draft => {
  const document = new Draft();
  document.add(START_TYPE, {});
  return document;
};

/** Blocks in a row, or all after the first; a few shared configs, or each block's default. */
function manyBlocks(random: Random, around: Surroundings): Made {
  const amount = aroundLimit(random, BUDGETS.blocks);
  const document = begun();
  const start = document.blocks[0] as DraftBlock;
  const isRow = random.chance(0.5);
  const isBare = random.chance(0.3);
  const names = namesOf(document.blocks, around);
  const few = random.several(4, () => {
    const type = random.pick(RUNNING_TYPES);
    return { type, config: isBare ? {} : configOf(random, type, { names, around }) };
  });
  const kinds = few.length > 0 ? few : [{ type: 'transform', config: REFERRING }];
  for (let at = 1; at < amount.count; at += 1) {
    const { type, config } = kinds[at % kinds.length]!;
    if (isRow) document.append(type, config);
    else document.connect(start, document.add(type, config));
  }
  return { document, amount };
}

function manyEdges(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.edges);
  const document = begun();
  // Enough blocks that each may connect to all after it.
  const blocks = Math.ceil(Math.sqrt(2 * amount.count)) + 1;
  for (let at = 1; at < blocks; at += 1) document.add('transform', REFERRING);
  for (let from = 0; from < blocks && document.edges.length < amount.count; from += 1)
    for (let to = from + 1; to < blocks && document.edges.length < amount.count; to += 1)
      document.connect(document.blocks[from]!, document.blocks[to]!);
  return { document, amount };
}

function manyGroups(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.groups);
  const document = begun();
  for (let at = 1; at < 250; at += 1) document.append('transform', REFERRING);
  const ids = document.blocks.map(({ id }) => id);
  const blockIds = (at: number) => (random.chance(0.5) ? ids : [ids[at % ids.length]]);
  const groups = Array.from({ length: amount.count }, (_, at) => ({ id: `g${at}`, title: `g${at}`, at }));
  document.more = { groups: groups.map(({ id, title, at }) => ({ id, title, blockIds: blockIds(at) })) };
  return { document, amount };
}

function deepContainers(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.nesting);
  if (random.chance(0.2)) amount.count = upTo(random, 2_000);
  const document = begun();
  let parentId: string | undefined;
  for (let depth = 0; depth < amount.count; depth += 1) {
    const config = { kind: 'count', count: depth < 3 ? '2' : '1' };
    const more = parentId === undefined ? {} : { parentId };
    const type = random.pick(CONTAINER_TYPES);
    const { id } = depth === 0 ? document.append(type, config) : document.add(type, config, more);
    parentId = id;
  }
  document.add('transform', REFERRING, { parentId: parentId as string });
  return { document, amount };
}

function longNames(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.nameCharacters);
  const document = begun();
  const isSame = random.chance(0.3);
  for (let at = 1; at < 1_000; at += 1) {
    const name = `${isSame ? 'same' : `n${at}`}${'x'.repeat(amount.count)}`.slice(0, amount.count);
    document.append('transform', REFERRING, { name, ...(random.chance(0.01) && { id: identifier(random) }) });
  }
  return { document, amount };
}

function manyReferences(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.documentReferences);
  const document = begun();
  const inOne = random.pick([BUDGETS.fieldReferences, 100, 10]);
  const blocks = Math.min(BUDGETS.blocks - 1, Math.ceil(amount.count / inOne));
  for (let at = 0; at < blocks; at += 1) {
    const value = '<start.s>'.repeat(Math.ceil(amount.count / blocks));
    document.append('transform', { fields: [{ name: 'a', type: 'string', value }] });
  }
  return { document, amount };
}

/** Large texts: one, many, or in a member that no schema reads. */
function manyBytes(random: Random): Made {
  const place = random.below(4);
  const [blocks, limit] =
    place === 1 ? [500, BUDGETS.documentBytes - 64 * 1024] : [1, BUDGETS.fieldCharacters];
  const amount = aroundLimit(random, limit);
  const document = begun();
  // Non-ASCII text takes up to three bytes per unit, and escapes up to six characters.
  const text = plainText(random, Math.floor(amount.count / blocks / random.pick([1, 1, 3, 6])));
  for (let at = 0; at < blocks; at += 1) {
    if (place === 2) document.append('transform', { ...REFERRING, unknown: text });
    else if (place === 3) document.add('note', { text });
    else document.append('transform', { fields: [{ name: 'a', type: 'string', value: text }] });
  }
  return { document, amount };
}

/** Keys that no field reads, or nested values in place of a text. */
function strangeConfig(random: Random): Made {
  const isDeep = random.chance(0.5);
  const amount = aroundLimit(random, isDeep ? BUDGETS.jsonDepth - 4 : BUDGETS.settings);
  if (random.chance(0.2)) amount.count = upTo(random, 100_000);
  const document = begun();
  // Deeper values are refused anyway, and nothing here could write them.
  const depth = Math.min(amount.count, 4_000);
  const config = isDeep
    ? { fields: [{ name: 'a', value: JSON.parse(nested(random, depth)) }] }
    : Object.fromEntries(Array.from({ length: amount.count }, (_, at) => [`key${at}`, at]));
  document.append('transform', config);
  return { document, amount };
}

/** Rows full of keys that no schema reads. */
function strangeRows(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.configValues);
  const rows = random.pick([1, 20, 200]);
  const keys = Array.from({ length: Math.ceil(amount.count / rows) }, (_, at) => [`key${at}`, at]);
  const document = begun();
  const headers = Array(rows).fill({ key: 'X-A', value: 'a', ...Object.fromEntries(keys) });
  document.append('api', { url: '', headers });
  return { document, amount };
}

/** Known shapes of outputs, nested or side by side. */
function manyShapes(random: Random): Made {
  const amount = aroundLimit(random, BUDGETS.shapeValues);
  const document = begun();
  const block = document.append('transform', REFERRING);
  let shape: object = { type: 'any' };
  const isDeep = random.chance(0.5);
  for (let at = 1; isDeep && at < Math.min(amount.count, 900); at += 1)
    shape = random.chance(0.5)
      ? { type: 'array', items: shape }
      : { type: 'object', fields: [{ name: 'a', shape }] };
  const flat = Array.from({ length: isDeep ? 1 : amount.count }, (_, at) => [`o${at}`, shape]);
  block.outputs = Object.fromEntries(flat);
  return { document, amount };
}

/** A document with many errors, all of which are reported. */
function manyProblems(random: Random, around: Surroundings): Made {
  const amount = { count: upTo(random, BUDGETS.blocks - 1), level: 'some' as const };
  const document = begun();
  const rows = Array.from({ length: 20 }, () => ({ key: 'content-length', value: '<nobody.a> <b0.' }));
  const wrong = random.pick<(block: DraftBlock) => void>([
    (block) => (block.config = { url: `${around.upstream}/:a/:b`, headers: rows, timeoutMs: -1, method: 7 }),
    (block) => (block.type = 'nothing'),
    (block) => (block.name = 'same'),
    (block) => (block.id = 'same'),
    (block) => (block.parentId = 'nobody'),
    (block) => (block.config = { url: '', auth: { kind: 'none', x: 1 }, body: 'x', rate: null, x: {} }),
  ]);
  for (let at = 0; at < amount.count; at += 1) wrong(document.append('api', {}));
  if (random.chance(0.3)) document.connect(document.blocks.at(-1)!, document.blocks[0]!);
  return { document, amount };
}

/** Contradictory derived maps with many members. */
function strangeMaps(random: Random): Made {
  const amount = { count: upTo(random, 100_000), level: 'some' as const };
  const document = begun();
  const { id } = document.append('loop', { kind: 'count', count: '2' });
  document.add('transform', REFERRING, { parentId: id });
  const nodes = Array(amount.count).fill('b2');
  const many = Object.fromEntries(Array.from({ length: amount.count }, (_, at) => [`m${at}`, { id: 'x' }]));
  document.more = { loops: random.chance(0.5) ? many : { [id]: { id, nodes, kind: 'count' } } };
  return { document, amount };
}

const SHAPES: Readonly<Record<string, Make>> = {
  blocks: manyBlocks,
  edges: manyEdges,
  groups: manyGroups,
  'containers in each other': deepContainers,
  'characters of names': longNames,
  'references in all': manyReferences,
  bytes: manyBytes,
  'strange keys or levels': strangeConfig,
  'strange keys of rows': strangeRows,
  'known outputs': manyShapes,
  'wrong blocks': manyProblems,
  'derived members': strangeMaps,
};

/** Returns a whole document around one of its limits. */
export function documentShape(random: Random, around: Surroundings): CaseDraft {
  const what = random.pick(Object.keys(SHAPES));
  const { document, amount } = (SHAPES[what] as Make)(random, around);
  const { count, level } = amount;
  const inputs = count > 500 ? [inputOf(random)] : inputsOf(random);
  return { document, inputs, words: `document: ${what} ${count.toLocaleString('en')} (${level})` };
}
