import { expect, test } from 'vitest';
import { compileWorkflow } from '../../core/engine/compile-workflow';
import { WorkflowDocument } from '../../core/workflow/schema';
import { streamedBlocks } from './streamed-blocks';

const position = { x: 0, y: 0 };
const agent = (more: object = {}) => ({ type: 'agent', config: {}, ...more });
const response = (body: string) => ({ type: 'response', config: { status: '200', body } });

/** Returns the ids of the streamed blocks; edges are written as `chat>a`. */
function streamed(blocks: Record<string, object>, edges: string[]): string[] {
  const document = WorkflowDocument.parse({
    blocks: {
      chat: { id: 'chat', type: 'chat-trigger', name: 'chat', position },
      ...Object.fromEntries(
        Object.entries(blocks).map(([id, of]) => [id, { id, name: id, position, ...of }]),
      ),
    },
    edges: edges.map((edge, place) => {
      const [source, target] = edge.split('>');
      return { id: `e${place}`, source, sourceHandle: 'out', target };
    }),
  });
  return [...streamedBlocks(compileWorkflow(document), 'chat')].sort();
}

test('without a Response the agents that no other agent comes after', () => {
  expect(streamed({ a: agent(), b: agent() }, ['chat>a', 'a>b'])).toEqual(['b']);
  expect(streamed({ a: agent(), b: agent() }, ['chat>a', 'chat>b'])).toEqual(['a', 'b']);
  expect(streamed({ a: agent({ enabled: false }) }, ['chat>a'])).toEqual([]);
});

test('with one the agents whose text it answers with', () => {
  const line = ['chat>a', 'a>b', 'b>r'];
  const blocks = { a: agent(), b: agent() };
  expect(streamed({ ...blocks, r: response('Well: <b.content>') }, line)).toEqual(['b']);
  expect(streamed({ ...blocks, r: response('<a.content>') }, line)).toEqual(['a']);
  expect(streamed({ ...blocks, r: response('<b.cost>') }, line)).toEqual([]);
  expect(streamed({ a: agent(), r: response('Thanks') }, ['chat>a', 'chat>r'])).toEqual([]);
});

test('an agent that the chat does not lead to is none of its business', () => {
  const start = { type: 'start', config: {} };
  expect(streamed({ start, a: agent(), b: agent() }, ['chat>a', 'start>b'])).toEqual(['a']);
});
