import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containerStep, pathInside, requestKey, stepKey, stepOf } from './request-key';

const blockId = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);

test('the step of a key is found again, whatever the id of its block', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), blockId, fc.nat(), (runId, block, container, index) => {
      const path = pathInside('', container, index);
      expect(stepOf(requestKey(runId, block, path))).toBe(stepKey(block, path));
      expect(stepOf(requestKey(runId, block))).toBe(block);
    }),
  );
});

test('the container of an iteration is found again, at any depth', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(blockId, fc.nat()), { maxLength: 4 }),
      blockId,
      fc.nat(),
      (outer, id, index) => {
        const path = outer.reduce((around, [container, at]) => pathInside(around, container, at), '');
        expect(containerStep(pathInside(path, id, index))).toBe(stepKey(id, path));
      },
    ),
  );
});

test('receivers know the key as run, block and iteration', () => {
  expect(requestKey('019a8f3c', 'b2')).toBe('019a8f3c.b2.0');
});
