import { expect, test } from 'vitest';
import { loopDocument } from '../document/loop-document.fixture';
import { definitionOfChip } from './definition-of-chip';

const document = loopDocument();
document.blocks.set = {
  id: 'set',
  type: 'variables',
  name: 'set total',
  position: { x: 0, y: 400 },
  enabled: true,
  config: { variables: [{ name: 'total', type: 'number', value: '1' }] },
};
const nameOf = (blockId: string, source: string) => definitionOfChip(document, blockId, source)?.name;

test('a reference leads to the block that it names, in whatever case, an iteration to its container', () => {
  expect(definitionOfChip(document, 'after', '<Each.results[0]>')).toEqual({ name: 'each', blockId: 'each' });
  expect(nameOf('call', '<loop.item>')).toBe('each');
  expect(nameOf('call', '<parallel.item?>')).toBe('inner');
});

test('a variable of the run leads to the block that sets it', () => {
  expect(nameOf('after', '<variable.total>')).toBe('set total');
  expect(nameOf('after', '<variable.other>')).toBeUndefined();
});

test('a variable of the workspace leads to itself, what names nothing nowhere', () => {
  expect(definitionOfChip(document, 'after', '{{API_KEY}}')).toEqual({
    name: 'API_KEY',
    variable: 'API_KEY',
  });
  expect(nameOf('after', '<nobody.x>')).toBeUndefined();
});
