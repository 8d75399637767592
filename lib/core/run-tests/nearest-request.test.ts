import { expect, test } from 'vitest';
import type { SentRequest } from './expected';
import { nearestRequest } from './nearest-request';

const sent = (step: string, method: string, url: string): SentRequest => ({
  step,
  blockId: step.split('@')[0] ?? step,
  blockName: step,
  request: { method, url },
});
const asked = sent('fetch@each:9', 'GET', 'https://{{HOST}}/items?page=9');
const RECORDED = [
  sent('far', 'GET', 'https://elsewhere.test/items'),
  sent('same-server', 'GET', 'https://{{HOST}}/other'),
  sent('same-address', 'POST', 'https://{{HOST}}/items?page=1'),
  sent('fetch@each:0', 'GET', 'https://{{HOST}}/other'),
  sent('fetch@each:1', 'GET', 'https://{{HOST}}/items?page=1'),
];

test('the nearest is of the same block, then of the same address, then of the same server', () => {
  const without = (...steps: string[]) => RECORDED.filter(({ step }) => !steps.includes(step));
  const nearest = (recorded: SentRequest[]) => nearestRequest(asked, recorded)?.step;
  expect(nearest(RECORDED)).toBe('fetch@each:1');
  expect(nearest(without('fetch@each:1'))).toBe('fetch@each:0');
  expect(nearest(without('fetch@each:0', 'fetch@each:1'))).toBe('same-address');
  expect(nearest(RECORDED.slice(0, 2))).toBe('same-server');
  expect(nearest(RECORDED.slice(0, 1))).toBeUndefined();
});
