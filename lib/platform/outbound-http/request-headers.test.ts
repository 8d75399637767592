import { expect, it } from 'vitest';
import { toSentRequest } from '../../core/blocks/api/code-export/sent-request';
import { usualCostOf } from '../testing/cost-of';
import { checkHeaders } from './request-headers';

const BLANKS = ' \t'.repeat(40_000);
/** A quadratic search would take seconds. */
const MAX_COST_MS = 200;

function timed<T>(work: () => T): T {
  expect(usualCostOf(work)).toBeLessThan(MAX_COST_MS);
  return work();
}

it('a header value of 80,000 blanks, from a caller or from another server’s answer, holds nothing up', () => {
  const value = `a${BLANKS}b`;
  expect(timed(() => checkHeaders([['X-Told', `\t ${value}${BLANKS}`]]))).toEqual([['X-Told', value]]);
  expect(timed(() => checkHeaders([['X-Told', BLANKS]]))).toEqual([['X-Told', '']]);
});

it('nor does it when the request is written as code', () => {
  const request = { method: 'get', url: 'https://h.example/', body: null };
  const value = `a${BLANKS}b`;
  const sent = timed(() =>
    toSentRequest({ ...request, headers: [['X-Told', `${BLANKS}${value}${BLANKS}`]] }),
  );
  expect(sent.headers).toEqual([['X-Told', value]]);
});
