import { describe, expect, it } from 'vitest';
import { ExactNumber } from '../../../platform/text/exact-number';
import type { ExecutionContext } from '../block';
import { responseDefinition, statusOf } from './definition';
import { executeResponse } from './executor';

const respond = (status: unknown, body: unknown = null) =>
  executeResponse({ status, headers: [], body }, {} as ExecutionContext);

describe('a response', () => {
  it('is status, headers and body', async () => {
    expect(await respond('201', { a: 1 })).toEqual({
      ok: true,
      output: { status: 201, headers: [], body: { a: 1 } },
    });
  });

  it.each([99, 600, 200.5, 'ok', '', null, { a: 1 }])('with status %j fails in words', async (status) => {
    expect(await respond(status)).toMatchObject({
      ok: false,
      continuable: false,
      error: { code: 'RESPONSE_STATUS_INVALID', field: 'status' },
    });
  });
});

it('a status that no double holds is named with all its digits', async () => {
  const refused = await respond(new ExactNumber('9007199254740993'));
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('not 9007199254740993.') } });
});

it('a status is a whole number from 100 to 599, as number or text', () => {
  expect([100, 599, '204', ' 404 '].map(statusOf)).toEqual([100, 599, 204, 404]);
  expect([true, [], '2e2x', Number.NaN].map(statusOf)).toEqual([null, null, null, null]);
});

it('a status that can only be wrong is a problem while editing', () => {
  const check = (status: unknown) =>
    responseDefinition.check?.(responseDefinition.config.parse({ status }))?.length;
  expect([check('<api.status>'), check('{{CODE}}'), check(201), check('teapot')]).toEqual([0, 0, 0, 1]);
});
