import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockIdOf, requestKey } from './request-key';

test('the block of a key is found again, whatever its id', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), fc.nat(), (runId, blockId, iteration) => {
      expect(blockIdOf(requestKey(runId, blockId, iteration))).toBe(blockId);
    }),
  );
});

test('receivers know the key as run, block and iteration', () => {
  expect(requestKey('019a8f3c', 'b2')).toBe('019a8f3c.b2.0');
});
