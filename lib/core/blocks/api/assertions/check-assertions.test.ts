import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../platform/outbound-http/testing/outbound-test-client';
import { expectShortTasks } from '../../../../platform/testing/expect-short-tasks';
import { doubling } from '../../../json-schema/testing/hostile-checks';
import { Assertion, explainBadAssertion, type ResolvedAssertion } from '../../assertions';
import { runApi } from '../testing/run-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const BODY = { id: 12, name: 'Ada', tags: ['a', { b: 1 }], none: null };

async function check(
  assertions: ReadonlyArray<Partial<ResolvedAssertion>>,
  status = 200,
  answer: object = BODY,
) {
  const server = await bed.serve(
    startHttpServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    }),
  );
  const rows = assertions.map((row) => ({ ...Assertion.parse({}), ...row }));
  return runApi({ url: server.origin, assertions: rows }, { http: bed.open().client });
}

const body = (name: string, operator: Assertion['operator'], value: unknown = '') =>
  ({ subject: 'body', name, operator, value }) as const;
const status = (operator: Assertion['operator'], value: unknown) =>
  ({ subject: 'status', operator, value }) as const;
const header = (name: string, operator: Assertion['operator'], value: unknown = '') =>
  ({ subject: 'header', name, operator, value }) as const;

const HOLD: ReadonlyArray<Partial<ResolvedAssertion>> = [
  status('equals', 200),
  status('equals', '2xx'),
  status('equals', '404, 2XX'),
  status('less', 300),
  status('notEquals', '5xx'),
  status('greater', '199'),
  header('Content-Type', 'equals', 'application/json'),
  header('content-type', 'contains', 'json'),
  header('date', 'exists'),
  header('x-none', 'missing'),
  body('id', 'equals', 12),
  body('', 'equals', BODY),
  body('name', 'contains', 'd'),
  body('tags', 'contains', { b: 1 }),
  body('tags[1].b', 'less', 2),
  body('none', 'exists'),
  body('none', 'equals', null),
  body('other.deep', 'missing'),
  body('id', 'notEquals', '12'),
  body('', 'schema', { type: 'object', required: ['id'], properties: { name: { pattern: '^A' } } }),
  { subject: 'time', operator: 'less', value: 60_000 },
];
const FAIL: ReadonlyArray<[Partial<ResolvedAssertion>, RegExp]> = [
  [status('equals', '404, 5xx'), /^status equals 404, 5xx: it is 200/],
  [header('x-none', 'equals', 'x'), /^header x-none equals x: it is missing/],
  [body('id', 'equals', '12'), /^body id equals 12: it is 12/],
  [body('name', 'equals', 'Eve'), /it is "Ada"/],
  [body('none', 'notEquals', null), /it is null/],
  [body('other', 'notEquals', 1), /it is missing/],
  [body('name', 'less', 3), /it is "Ada"/],
  [body('tags', 'missing'), /^body tags is missing: it is \["a"/],
  [body('name', 'schema', { type: 'number' }), /must be a number/],
  [body('name', 'schema', 'no schema'), /can't be checked/],
  [body('id', 'less', 'many'), /can't be checked\. Enter a number/],
  [{ subject: 'time', operator: 'less', value: -1 }, /it is \d+ ms/],
];

describe('assertions about a response', () => {
  it.each(HOLD)('holds: %j', async (assertion) => {
    const result = await check([assertion]);
    expect(result).toMatchObject({ ok: true, assertions: [{ ok: true, found: null }] });
    expect(result.output).toMatchObject({ data: BODY, error: null });
  });

  it.each(FAIL)('fails: %j', async (assertion, words) => {
    const result = await check([assertion]);
    expect(result).toMatchObject({ ok: false, continuable: false, assertions: [{ ok: false }] });
    const [outcome] = result.assertions ?? [];
    expect(`${outcome?.text}: ${outcome?.found}`).toMatch(words);
    expect(result.output).toMatchObject({ data: BODY, status: 200, error: { code: 'ASSERTION_FAILED' } });
  });

  it('are all checked, whichever fails', async () => {
    const result = await check([status('equals', 500), body('id', 'exists'), body('x', 'exists')]);
    expect(result.assertions?.map(({ ok }) => ok)).toEqual([false, true, false]);
    expect(result.output.error).toMatchObject({
      code: 'ASSERTION_FAILED',
      message: '2 of 3 assertions failed. status equals 500: it is 200; body x exists: it is missing.',
    });
  });

  it('fail a response that the run could else go on from, and leave alone what is off', async () => {
    expect(await check([status('equals', 200)], 404)).toMatchObject({ ok: false, continuable: false });
    const expected = await check([status('equals', 404)], 404);
    expect(expected).toMatchObject({ ok: false, continuable: true, assertions: [{ ok: true }] });
    const off = await check([{ ...status('equals', 500), enabled: false }]);
    expect(off).toMatchObject({ ok: true });
    expect(off).not.toHaveProperty('assertions');
  });

  it('say nothing of a response that never came', async () => {
    const result = await runApi(
      {
        url: 'http://127.0.0.1:1',
        assertions: [Assertion.parse({ value: '2xx' })],
        retry: { when: 'never', max: 0 },
      },
      { http: bed.open().client },
    );
    expect(result.output.error).toMatchObject({ code: 'CONNECTION_REFUSED' });
    expect(result).not.toHaveProperty('assertions');
  });
});

describe('the work of all assertions of a block', () => {
  const LONG = { text: 'x'.repeat(500_000) };

  it('is limited for each, and the block says which is too much', async () => {
    const demanding = body('text', 'schema', doubling(12, { minLength: 300_000 }));
    const result = await check([body('', 'exists'), demanding, demanding], 200, LONG);
    expect(result.output.error).toMatchObject({
      code: 'CHECK_TOO_COMPLEX',
      message: expect.stringMatching(
        /^The assertion "body text fits the schema" can't be checked\. Checking it/,
      ),
      field: 'assertions',
    });
    expect(result.assertions?.map(({ ok }) => ok)).toEqual([true, false]);
    expect(result.output).toMatchObject({ status: 200, data: LONG });
  });

  it('is one limit, however many there are', async () => {
    const [large, small] = [doubling(4, { minLength: 300_000 }), { minLength: 1 }];
    const assertions = Array.from({ length: 49 }, () => body('text', 'schema', large));
    const result = await check([...assertions, body('text', 'schema', small)], 200, LONG);
    expect(result.output.error).toMatchObject({
      code: 'CHECK_TOO_COMPLEX',
      message: expect.stringContaining('All checks of this block together'),
    });
    // Each alone is allowed, and so are several of them.
    expect(await check(assertions.slice(0, 4), 200, LONG)).toMatchObject({ ok: true });
  });

  it('leaves the event loop to others, also when fifty are large', async () => {
    const assertions = Array.from({ length: 50 }, () =>
      body('text', 'schema', doubling(3, { minLength: 300_000 })),
    );
    await expectShortTasks(() => check(assertions, 200, LONG), { mostMs: 100 });
  });
});

it.each([
  [{ value: '2xy' }, 'Enter a status'],
  [{ operator: 'contains', value: '2' }, 'Choose a condition'],
  [{ subject: 'header', operator: 'exists' }, 'name of the header'],
  [{ subject: 'time', operator: 'less', value: 'soon' }, 'Enter a number'],
  [{ subject: 'body', operator: 'schema', value: '[]' }, 'A JSON Schema is an object'],
  // The message doesn't describe the JSON error, because so long a text is not parsed.
  [{ subject: 'body', operator: 'schema', value: '['.repeat(50_001) }, 'At most 50,000 characters'],
  [{ subject: 'body', operator: 'contains', value: 'x'.repeat(50_001) }, 'At most 50,000 characters'],
])('%j is refused in the form', (row, words) => {
  expect(explainBadAssertion(Assertion.parse(row))).toContain(words);
});

it.each([{ value: '<start.status>' }, { subject: 'body', name: 'id', operator: 'equals' }])(
  '%j is fine in the form',
  (row) => {
    expect(explainBadAssertion(Assertion.parse(row))).toBeNull();
  },
);
