import { expect, test } from 'vitest';
import { Block, Edge, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { flowOrder, neighbourInFlow } from './flow-order';

const block = (id: string, type = 'api', parentId?: string) =>
  Block.parse({ id, type, name: id, position: { x: 0, y: 0 }, ...(parentId ? { parentId } : {}) });

function documentOf(blocks: Block[], edges: ReadonlyArray<[string, string]>): WorkflowDocument {
  return {
    schemaVersion: 1,
    blocks: Object.fromEntries(blocks.map((each) => [each.id, each])),
    edges: edges.map(([source, target]) => Edge.parse({ id: `${source}-${target}`, source, target })),
    loops: {},
    parallels: {},
  };
}

test('a branch is told to its end before the next, and what both lead to comes behind both', () => {
  const blocks = ['join', 'b1', 'a2', 'a1', 'b2'].map((id) => block(id));
  const document = documentOf(
    [block('hint', 'note'), block('lone'), ...blocks, block('s', 'start')],
    [
      ['s', 'a1'],
      ['s', 'b1'],
      ['a1', 'a2'],
      ['b1', 'b2'],
      ['a2', 'join'],
      ['b2', 'join'],
    ],
  );
  expect(flowOrder(document)).toEqual(['s', 'a1', 'a2', 'b1', 'b2', 'join', 'lone', 'hint']);
});

test('what lies in a container comes right behind it', () => {
  const document = documentOf(
    [block('after'), block('in2', 'api', 'each'), block('in1', 'api', 'each'), block('each', 'loop')],
    [
      ['each', 'after'],
      ['in1', 'in2'],
    ],
  );
  expect(flowOrder(document)).toEqual(['each', 'in1', 'in2', 'after']);
});

test('a circle is listed too', () => {
  const document = documentOf(
    [block('s', 'start'), block('a'), block('b')],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
  );
  expect([...flowOrder(document)].sort()).toEqual(['a', 'b', 's']);
});

test('the earlier and the later block, past notes, and nothing beyond the ends', () => {
  const document = documentOf(
    [block('s', 'start'), block('a'), block('hint', 'note'), block('lone')],
    [['s', 'a']],
  );
  expect(neighbourInFlow(document, undefined, 1)).toBe('s');
  expect(neighbourInFlow(document, 's', 1)).toBe('a');
  expect(neighbourInFlow(document, 'a', 1)).toBe('lone');
  expect(neighbourInFlow(document, 'a', -1)).toBe('s');
  expect(neighbourInFlow(document, 'hint', -1)).toBe('lone');
  expect(neighbourInFlow(document, 's', -1)).toBeUndefined();
  expect(neighbourInFlow(document, 'lone', 1)).toBeUndefined();
  expect(neighbourInFlow(documentOf([], []), undefined, -1)).toBeUndefined();
});
