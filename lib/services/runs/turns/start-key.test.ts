import { expect, test } from 'vitest';
import { compileWorkflow } from '../../../core/engine/compile-workflow';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { keyQuestion, readStartKey } from './start-key';

const position = { x: 0, y: 0 };
const compiled = compileWorkflow(
  WorkflowDocument.parse({
    blocks: {
      s: {
        id: 's',
        type: 'start',
        name: 'start',
        position,
        config: { fields: [{ name: 'shop', type: 'string', default: 'main' }] },
      },
      h: { id: 'h', type: 'webhook-trigger', name: 'hook', position, config: {} },
      r: { id: 'r', type: 'response', name: 'answer', position, config: {} },
    },
    edges: [
      { id: 'e', source: 's', sourceHandle: 'out', target: 'r' },
      { id: 'f', source: 'h', sourceHandle: 'out', target: 'r' },
    ],
  }),
);
const keyOf = (expression: string, input: Record<string, unknown>, entryBlock?: string) =>
  readStartKey(keyQuestion(expression, compiled, entryBlock), input);

test.each([
  ['<start.customer>', { customer: 'ada' }, '=ada'],
  ['<start.customer>', { customer: 7 }, '=7'],
  ['<start.customer>', { customer: false }, '=false'],
  ['<start.customer>', { customer: '' }, '='],
  ['<start.customer.id>', { customer: { id: 'x' } }, '=x'],
  ['<start.shop>-<start.order>', { order: 1 }, '=main-1'],
  ['<start.shop>', { shop: null }, '=main'],
  ['<start.customer>', {}, ''],
  ['<start.customer>', { customer: null }, ''],
  ['<start.customer.id>', { customer: 'no object' }, ''],
  ['<hook.body.customer>', { customer: 'ada' }, ''],
])('%s of %j', (expression, input, key) => {
  expect(keyOf(expression, input)).toBe(key);
});

test('a run that begins at a trigger has the key of what started it', () => {
  const request = { body: { customer: 'ada' }, headers: {}, query: {}, method: 'POST' };
  expect(keyOf('<hook.body.customer>', request, 'h')).toBe('=ada');
  expect(keyOf('<start.customer>', request, 'h')).toBe('');
  expect(keyOf('<start.customer><hook.body.customer>', request, 'h')).toBe('=ada');
});

test.each([
  [{ customer: { id: 1 } }, 'is an object'],
  [{ customer: [] }, 'is a list'],
  [{ customer: 'x'.repeat(257) }, 'more than 256 characters'],
  [{ customer: 'a\0b' }, 'U+0000'],
])('%j is refused in words', (input, words) => {
  expect(() => keyOf('<start.customer>', input)).toThrow(words);
});

test('256 characters are a key', () => {
  expect(keyOf('<start.customer>', { customer: 'x'.repeat(256) })).toHaveLength(257);
});
