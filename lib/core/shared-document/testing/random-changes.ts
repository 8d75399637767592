import { findCycle, graphOf } from '../../workflow/graph';
import type { Block, WorkflowDocument } from '../../workflow/schema';
import { repairDocument } from '../repair-document';

/** Returns a whole number below `count`; the same ones for the same seed. */
export type RandomNumbers = (count: number) => number;

export function randomNumbers(seed: number): RandomNumbers {
  let state = (seed * 2654435761) >>> 0;
  return (count) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % count;
  };
}

const WORDS = ['alpha', 'beta', '<start.name>', '{{TOKEN}}', 'größe', '😀', '/users?page=2', '__proto__'];

const pick = <Item>(items: readonly Item[], random: RandomNumbers): Item =>
  items[random(items.length)] as Item;

const row = (random: RandomNumbers) => ({
  key: pick(WORDS, random),
  value: pick(WORDS, random) + random(100),
  enabled: random(3) > 0,
});

const rows = (random: RandomNumbers) => Array.from({ length: random(5) }, () => row(random));

function randomConfig(random: RandomNumbers): Record<string, unknown> {
  return {
    url: `https://example.com/${pick(WORDS, random)}`,
    method: pick(['GET', 'POST', 'PUT'], random),
    ...(random(2) === 0 ? {} : { params: rows(random), headers: rows(random) }),
    ...(random(2) === 0 ? {} : { body: { kind: 'json', value: `{"a": "${pick(WORDS, random)}"}` } }),
    ...(random(2) === 0 ? {} : { timeoutMs: 1_000 + random(9) }),
  };
}

function randomBlock(id: string, random: RandomNumbers): Block {
  const type = pick(['api', 'api', 'loop', 'function'], random);
  const config =
    type === 'api' ? randomConfig(random) : type === 'function' ? { code: pick(WORDS, random) } : {};
  const position = { x: random(2_000) - 1_000, y: random(1_000) + 0.5 };
  return { id, type, name: `b ${id}`, position, enabled: random(5) > 0, config };
}

const inOrder = (document: WorkflowDocument) => repairDocument(document, Object.keys(document.blocks));

export function randomDocument(random: RandomNumbers): WorkflowDocument {
  const empty = { schemaVersion: 1, blocks: {}, edges: [], loops: {}, parallels: {} };
  let document: WorkflowDocument = empty;
  for (let count = 3 + random(10); count > 0; count -= 1) document = addBlock(document, random);
  for (let count = random(8); count > 0; count -= 1) document = addEdge(document, random);
  return document;
}

const newId = (random: RandomNumbers) => `n${random(1_000_000)}`;

function addBlock(document: WorkflowDocument, random: RandomNumbers): WorkflowDocument {
  const block = randomBlock(newId(random), random);
  // Two people may give a new block the same name.
  const name = random(2) === 0 ? block.name : `api ${random(3)}`;
  return inOrder({ ...document, blocks: { ...document.blocks, [block.id]: { ...block, name } } });
}

function addEdge(document: WorkflowDocument, random: RandomNumbers): WorkflowDocument {
  const ids = Object.keys(document.blocks);
  const [source, target] = [pick(ids, random), pick(ids, random)];
  const edge = { id: newId(random), source, sourceHandle: 'out', target, targetHandle: 'in' };
  const joined = inOrder({ ...document, edges: [...document.edges, edge] });
  return findCycle(graphOf(joined)) === null && source !== target ? joined : document;
}

function addGroup(document: WorkflowDocument, random: RandomNumbers): WorkflowDocument {
  const blockIds = Object.keys(document.blocks).filter(() => random(2) === 0);
  const group = { id: newId(random), title: pick(WORDS, random), colour: 'blue', blockIds } as const;
  return inOrder({ ...document, groups: [...(document.groups ?? []), group] });
}

function typed(text: string, random: RandomNumbers): string {
  const characters = [...text];
  characters.splice(random(characters.length + 1), random(3), pick(WORDS, random));
  return characters.join('');
}

function editConfig(config: Block['config'], random: RandomNumbers): Block['config'] {
  const { params = [], ...rest } = config as { params?: Array<ReturnType<typeof row>> };
  const changed = [
    () => ({ ...config, url: typed(String(config.url ?? ''), random) }),
    () => ({ ...config, method: pick(['GET', 'POST', 'PUT'], random) }),
    () => ({ ...config, params: [row(random), ...params] }),
    () => ({ ...config, params: params.filter((_, index) => index !== random(4)) }),
    () => ({ ...config, params: params.map((item) => ({ ...item, value: typed(item.value, random) })) }),
    () => ({ ...config, body: { kind: 'json', value: typed('{}', random) } }),
    () => rest,
  ];
  return pick(changed, random)();
}

/** Makes a change that one step in an editor may make. */
export function randomChange(document: WorkflowDocument, random: RandomNumbers): WorkflowDocument {
  const block = pick(Object.values(document.blocks), random);
  if (block === undefined) return addBlock(document, random);
  const put = (changed: Block) => ({ ...document, blocks: { ...document.blocks, [block.id]: changed } });
  const container = Object.values(document.blocks).find(({ type }) => type === 'loop');
  const changes = [
    () => addBlock(document, random),
    () => addEdge(document, random),
    () => put({ ...block, position: { x: random(500), y: random(500) } }),
    () => put({ ...block, config: block.type === 'api' ? editConfig(block.config, random) : block.config }),
    () => put({ ...block, config: block.type === 'api' ? editConfig(block.config, random) : block.config }),
    () => put({ ...block, name: `api ${random(4)}` }),
    () => (container === undefined ? document : put({ ...block, parentId: container.id })),
    () => put({ ...block, enabled: !block.enabled }),
    () => ({ ...document, edges: document.edges.slice(random(2)) }),
    () => ({ ...document, settings: { agents: { calls: 1 + random(9) } } }),
    () => addGroup(document, random),
    () => ({ ...document, groups: (document.groups ?? []).slice(random(2)) }),
    () => {
      const { [block.id]: _, ...blocks } = document.blocks;
      return { ...document, blocks };
    },
  ];
  return inOrder(pick(changes, random)());
}
