import { layOut, layOutSome } from '../../../components/editor/document/auto-layout';
import { copyBlocks, pasteBlocks } from '../../../components/editor/document/clipboard';
import { findInDocument } from '../../../components/editor/document/find-in-document';
import { flowOrder } from '../../../components/editor/document/flow-order';
import { moveInto } from '../../../components/editor/document/move-into';
import { replaceInDocument } from '../../../components/editor/document/replace-in-document';
import { blockDefinitions } from '../../../lib/core/blocks/registry/definitions';
import { compileWorkflow } from '../../../lib/core/engine/compile-workflow';
import { checkWorkflow } from '../../../lib/core/workflow/check-workflow';
import { diffDocuments } from '../../../lib/core/workflow/diff-documents';
import { findCycle, graphOf } from '../../../lib/core/workflow/graph';
import { tidyGroups } from '../../../lib/core/workflow/groups';
import { usesOf } from '../../../lib/core/workflow/provenance';
import type { WorkflowDocument } from '../../../lib/core/workflow/schema';
import { printWorkflowFile } from '../../../lib/core/workflow/workflow-file';
import type { Subject } from './subject';

type Draft = { id: string; type: string } & Record<string, unknown>;

/** `edges`: the ids that it leads from and to. */
function workflow(blocks: readonly Draft[], edges: ReadonlyArray<[string, string]> = []): WorkflowDocument {
  const all = blocks.map((block) => {
    const position = { x: 0, y: 0 };
    return [block.id, { name: block.id, enabled: true, config: {}, position, ...block }];
  });
  return {
    schemaVersion: 1,
    blocks: Object.fromEntries(all),
    edges: edges.map(([source, target], index) => {
      return { id: `e${index}`, source, sourceHandle: 'out', target, targetHandle: 'in' };
    }),
    loops: {},
    parallels: {},
    settings: {},
  } as unknown as WorkflowDocument;
}

const START: Draft = { id: 's', type: 'start', config: { fields: [{ name: 'v', type: 'string' }] } };
const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index));
const answer = (index: number, body = '<s.v>', more: object = {}): Draft => ({
  id: `b${index}`,
  type: 'response',
  config: { body },
  ...more,
});

const chain = (size: number): WorkflowDocument =>
  workflow(
    [START, ...list(size, (index) => answer(index))],
    list(size, (index) => [index === 0 ? 's' : `b${index - 1}`, `b${index}`]),
  );
const star = (size: number): WorkflowDocument =>
  workflow(
    [START, ...list(size, (index) => answer(index))],
    list(size, (index) => ['s', `b${index}`]),
  );
const loops = (size: number): WorkflowDocument =>
  workflow(
    [
      START,
      ...list(size, (index) => ({ id: `l${index}`, type: 'loop', config: { items: '[1]' } })),
      ...list(size, (index) => answer(index, '<s.v>', { parentId: `l${index}` })),
    ],
    list(size, (index) => ['s', `l${index}`]),
  );
const ofOneName = (size: number): WorkflowDocument =>
  workflow(
    [START, ...list(size, (index) => answer(index, '<s.v>', { name: 'same' }))],
    list(size, (index) => ['s', `b${index}`]),
  );
const circle = (size: number): WorkflowDocument =>
  workflow(
    [START, ...list(size, (index) => answer(index, `<b${index}.v>`))],
    list(size, (index) => [`b${index}`, `b${(index + 1) % size}`]),
  );
/** Variables blocks that set the same name, and references to it where none of them came before. */
const setters = (size: number): WorkflowDocument =>
  workflow(
    [
      START,
      answer(0, '<variable.v>'.repeat(size)),
      ...list(size, (index) => ({
        id: `v${index}`,
        type: 'variables',
        config: { values: [{ name: 'v', type: 'string', value: '1' }] },
      })),
    ],
    [['s', 'b0'], ...list(size, (index): [string, string] => ['b0', `v${index}`])],
  );
const notes = (size: number): WorkflowDocument =>
  workflow([
    START,
    ...list(size, (index) => answer(index)),
    ...list(size, (index) => ({ id: `n${index}`, type: 'note', config: { text: 'x' } })),
  ]);
/** Three loops inside each other, whose items name the items around them many times. */
const nestedItems = (size: number): WorkflowDocument => {
  const items = '<loop.item>,'.repeat(size);
  return workflow(
    [
      START,
      { id: 'l0', type: 'loop', config: { items: '<s.v>,'.repeat(size) } },
      { id: 'l1', type: 'loop', parentId: 'l0', config: { items } },
      { id: 'l2', type: 'loop', parentId: 'l1', config: { items } },
      answer(0, items, { parentId: 'l2' }),
    ],
    [['s', 'l0']],
  );
};

const of = (
  name: string,
  size: number,
  make: (size: number) => WorkflowDocument,
  work: (document: WorkflowDocument) => unknown,
  { unit = 'blocks', kind = 'changes in the editor' } = {},
): Subject => ({
  kind,
  name,
  unit,
  size,
  make: (count) => {
    const document = make(count);
    return () => work(document);
  },
});

const SHAPES = {
  'a chain': chain,
  'a star': star,
  loops,
  'blocks of one name': ofOneName,
  'a circle': circle,
};
const WORK: Record<string, (document: WorkflowDocument) => unknown> = {
  compiled: (document) => compileWorkflow(document),
  checked: (document) => checkWorkflow(document),
  'laid out': (document) => layOut(document),
  'in reading order': (document) => flowOrder(document),
  searched: (document) => findInDocument(document, 'v', 1_000_000),
  'searched for a cycle': (document) => findCycle(graphOf({ ...document })),
  'written to a file': (document) => printWorkflowFile({ name: 'x', document }),
};

const many = (size: number) => workflow([START, answer(0, '<s.v>'.repeat(size))], [['s', 'b0']]);
const deep = (size: number, by: number): WorkflowDocument => {
  let value: unknown = 'x'.repeat(50_000) + by;
  for (let depth = 0; depth < size; depth += 1) value = { a: value };
  return workflow([START, { ...answer(0), config: { body: value } }]);
};
const groups = (size: number): WorkflowDocument => ({
  ...star(size),
  groups: list(size, (index) => ({
    id: `g${index}`,
    title: 'g',
    blockIds: [`b${index}`, `b${index + 1}`],
  })) as never,
});

export const DOCUMENTS: readonly Subject[] = [
  ...Object.entries(SHAPES).flatMap(([shape, make]) =>
    Object.entries(WORK).map(([how, work]) =>
      of(`${shape}, ${how}`, 500, make, work, { kind: `workflows ${how}` }),
    ),
  ),
  of('a variable that many blocks set, checked', 250, setters, checkWorkflow, {
    kind: 'workflows checked',
  }),
  of('notes beside blocks, laid out', 250, notes, layOut, { kind: 'workflows laid out' }),
  of(
    'loops, laid out in part',
    250,
    loops,
    (document) => layOutSome(document, new Set(Object.keys(document.blocks))),
    { kind: 'workflows laid out' },
  ),
  of('references in a text, replaced', 5_000, many, (document) => replaceInDocument(document, 'v', 'w'), {
    unit: 'references',
    kind: 'changes in the editor',
  }),
  of(
    'items of items, followed',
    40,
    nestedItems,
    (document) => usesOf(document, blockDefinitions, { blockId: 's', path: ['v'] }),
    { unit: 'references', kind: 'references followed through loops' },
  ),
  of(
    'two documents without a block in common',
    500,
    chain,
    (document) => {
      const others = list(Object.keys(document.blocks).length, (index) => answer(index + 100_000));
      return diffDocuments(document, workflow(others));
    },
    { kind: 'differences of runs and documents' },
  ),
  {
    kind: 'differences of runs and documents',
    name: 'two documents that differ deep inside',
    unit: 'levels',
    size: 100,
    make: (size) => {
      const [before, after] = [deep(size, 0), deep(size, 1)];
      return () => diffDocuments(before, after);
    },
  },
  of('overlapping groups, tidied', 50, groups, tidyGroups, { unit: 'groups' }),
  of('blocks pasted beside blocks of the same names', 200, star, (document) =>
    pasteBlocks(document, copyBlocks(document, new Set(Object.keys(document.blocks)))),
  ),
  of('blocks dragged out of their loops', 250, loops, (document) => {
    const ids = Object.keys(document.blocks).filter((id) => id.startsWith('b'));
    return moveInto(document, new Set(ids), undefined, new Map(ids.map((id) => [id, { x: 0, y: 0 }])));
  }),
];
