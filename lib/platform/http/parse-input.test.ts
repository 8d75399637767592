import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listLogsEndpoint } from '../../services/logs/endpoints';
import { type LogsRequest, pageOf } from '../../services/logs/logs-request';
import { isAppError } from '../errors';
import { ExactNumber } from '../text/exact-number';
import { defineEndpoint } from './endpoint';
import { parseInput } from './parse-input';

const refused = (search: string): Array<[string, string]> => {
  try {
    parseInput(listLogsEndpoint, { params: {}, search: new URLSearchParams(search), body: undefined });
  } catch (error) {
    if (isAppError(error)) return error.issues.map(({ param, code }) => [param, code]);
    throw error;
  }
  return [];
};

const parsed = (search: string): LogsRequest =>
  parseInput(listLogsEndpoint, { params: {}, search: new URLSearchParams(search), body: undefined })
    .query as LogsRequest;

describe('query of the logs list', () => {
  test.each([
    ['', [['workspaceId', 'param_missing']]],
    ['workspaceId=w&level=warn', [['level', 'param_invalid']]],
    ['workspaceId=w&triggers=api,email', [['triggers', 'param_invalid']]],
    ['workspaceId=w&limit=0', [['limit', 'param_invalid']]],
    ['workspaceId=w&limit=-5', [['limit', 'param_invalid']]],
    ['workspaceId=w&limit=1.5', [['limit', 'param_invalid']]],
    ['workspaceId=w&limit=1e3', [['limit', 'param_invalid']]],
    ['workspaceId=w&limit=', [['limit', 'param_invalid']]],
    ['workspaceId=w&model=a%00b', [['model', 'param_invalid']]],
    ['workspaceId=w&workflowIds=a%0Ab,c', [['workflowIds', 'param_invalid']]],
    [`workspaceId=${'w'.repeat(201)}`, [['workspaceId', 'param_invalid']]],
    [`workspaceId=w&folderIds=${'x,'.repeat(1_001)}`, [['folderIds', 'param_invalid']]],
    ['workspaceId=w&startDate=2026-01-01T25:00:00Z', [['startDate', 'param_invalid']]],
    ['workspaceId=w&startDate=+002026-01-01', [['startDate', 'param_invalid']]],
    ['workspaceId=w&cursor=', []],
    [
      'workspaceId=&executionId=&model=&workflowIds=&folderIds=' +
        '&startDate=&minCost=&maxDurationMs=&includeTraceSpans=',
      [
        ['workspaceId', 'param_invalid'],
        ['workflowIds', 'param_invalid'],
        ['folderIds', 'param_invalid'],
        ['startDate', 'param_invalid'],
        ['executionId', 'param_invalid'],
        ['maxDurationMs', 'param_invalid'],
        ['minCost', 'param_invalid'],
        ['model', 'param_invalid'],
        ['includeTraceSpans', 'param_invalid'],
      ],
    ],
    [
      'workspaceId=w&level=&triggers=&order=&details=',
      [
        ['triggers', 'param_invalid'],
        ['level', 'param_invalid'],
        ['order', 'param_invalid'],
        ['details', 'param_invalid'],
      ],
    ],
    ['workspaceId=w&minCost=NaN', [['minCost', 'param_invalid']]],
    ['workspaceId=w&minCost=1e999', [['minCost', 'param_invalid']]],
    ['workspaceId=w&minDurationMs=99999999999999999999', [['minDurationMs', 'param_invalid']]],
    ['workspaceId=w&includeTraceSpans=1', [['includeTraceSpans', 'param_invalid']]],
    ['workspaceId=w&startDate=2026-02-31', [['startDate', 'param_invalid']]],
    ['workspaceId=w&startDate=2026-01-01T00:00:00', []],
    ['workspaceId=w&startDate=2026-02-31T00:00:00', [['startDate', 'param_invalid']]],
    ['workspaceId=w&endDate=yesterday', [['endDate', 'param_invalid']]],
    ['workspaceId=w&workspaceId=v', [['workspaceId', 'param_repeated']]],
    ['workspaceId=w&triggers=api&triggers=chat&workflowIds=a&workflowIds=b', []],
    ['workspaceId=w&triggers=api&triggers=no', [['triggers', 'param_invalid']]],
    ['workspaceId=w&workflowIds=,,', [['workflowIds', 'param_invalid']]],
    ['workspaceId=w&minDurationMs=5&maxDurationMs=4', [['minDurationMs', 'param_invalid']]],
    [
      'workspaceId=w&minCost=1&maxCost=0.5&level=x',
      [
        ['level', 'param_invalid'],
        ['minCost', 'param_invalid'],
      ],
    ],
    ['workspaceId=w&startDate=2026-02-02&endDate=2026-02-01', [['startDate', 'param_invalid']]],
    ['workspaceId=w&startDate=2026-02-02&endDate=2026-02-02', []],
    [
      'workspaceId=w&level=warn&limit=x',
      [
        ['level', 'param_invalid'],
        ['limit', 'param_invalid'],
      ],
    ],
  ])('%s', (search, issues) => {
    // In the order of the parameters' definitions, which callers don't rely on.
    expect(refused(search).toSorted()).toEqual(issues.toSorted());
  });

  test('an unknown parameter gets a suggestion', () => {
    expect(() => parsed('workspaceId=w&workflowId=x')).toThrow(/Did you mean “workflowIds”\?/);
    expect(() => parsed('workspaceId=w&zzzzzzzz=x')).toThrow(/is not a parameter here\.$/);
  });

  test('a list is comma-separated, or the parameter repeated', () => {
    const lists = 'workflowIds=a&workflowIds=b,c&triggers=api&triggers=chat';
    expect(parsed(`workspaceId=w&${lists}`)).toMatchObject({
      workflowIds: ['a', 'b', 'c'],
      triggers: ['api', 'chat'],
    });
    expect(refused('workspaceId=w&triggers=api&triggers=email')).toEqual([['triggers', 'param_invalid']]);
  });

  test('values arrive as their types', () => {
    expect(
      parsed(
        'workspaceId=w&limit=5000&triggers=api,%20chat' +
          '&startDate=2026-01-31&endDate=2026-01-31T12:00:00%2B02:00',
      ),
    ).toMatchObject({
      limit: 5000,
      triggers: ['api', 'chat'],
      startDate: Date.UTC(2026, 0, 31),
      endDate: Date.UTC(2026, 0, 31, 10),
      order: 'desc',
      includeTraceSpans: false,
    });
  });

  test.each([
    ['20260101T000000Z', Date.UTC(2026, 0, 1)],
    ['2026-01-01T00Z', Date.UTC(2026, 0, 1)],
    ['20260131', Date.UTC(2026, 0, 31)],
    ['20260131T1230', Date.UTC(2026, 0, 31, 12, 30)],
    ['20260131T123015.5%2B0200', Date.UTC(2026, 0, 31, 10, 30, 15, 500)],
    ['2026-01-31T12:30:15,25-03', Date.UTC(2026, 0, 31, 15, 30, 15, 250)],
    ['2026-01-31t12:30z', Date.UTC(2026, 0, 31, 12, 30)],
  ])('%s is a date of ISO 8601', (date, ms) => {
    expect(parsed(`workspaceId=w&startDate=${date}`)).toMatchObject({ startDate: ms });
  });

  test.each([
    '20260231',
    '2026-0131',
    '202601-31',
    '20260131T12:30',
    '2026-01-31T1230',
    '20260131T',
    '202601',
  ])('%s is none', (date) =>
    expect(refused(`workspaceId=w&startDate=${date}`)).toEqual([['startDate', 'param_invalid']]),
  );

  test('a time without a zone is UTC, whatever the server’s own zone is', () => {
    const before = process.env.TZ;
    process.env.TZ = 'America/Lima';
    try {
      const query = 'workspaceId=w&startDate=2026-01-31T12:00:00.123456&endDate=2026-01-31T12:30';
      expect(parsed(query)).toMatchObject({
        startDate: Date.UTC(2026, 0, 31, 12, 0, 0, 123),
        endDate: Date.UTC(2026, 0, 31, 12, 30),
      });
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  test('a page has 100 rows unless asked, and 1,000 at most, however many are asked for', () => {
    const sizes = ['', '&limit=7', '&limit=1001', '&limit=99999999999999999999'].map(
      (limit) => pageOf(parsed(`workspaceId=w${limit}`)).limit,
    );
    expect(sizes).toEqual([100, 7, 1000, 1000]);
  });

  test('of many mistakes the first fifty are named', () => {
    const unknown = Array.from({ length: 3_000 }, (_, index) => `p${index}=1`).join('&');
    expect(refused(`workspaceId=w&${unknown}`)).toHaveLength(50);
    expect(refused(`workspaceId=w&triggers=${'x,'.repeat(500)}`)).toEqual([['triggers', 'param_invalid']]);
  });

  test('names of Object’s own members are unknown parameters like others', () => {
    expect(refused('workspaceId=w&constructor=1&__proto__=2')).toHaveLength(2);
  });
});

test('a body is named by its path', () => {
  const endpoint = defineEndpoint({
    id: 'x',
    method: 'POST',
    path: '/x',
    summary: '',
    tag: 't',
    auth: 'public',
    body: z.strictObject({ document: z.strictObject({ name: z.string() }) }),
  });
  const issues = (body: unknown) => {
    try {
      parseInput(endpoint, { params: {}, search: new URLSearchParams(), body });
      return [];
    } catch (error) {
      return isAppError(error) ? error.issues.map(({ param, code }) => `${param} ${code}`) : [String(error)];
    }
  };
  expect(issues({ document: {} })).toEqual(['document.name param_missing']);
  expect(issues({ document: { name: 1 } })).toEqual(['document.name param_invalid']);
  expect(issues({ document: { name: 'n', x: 1 } })).toEqual(['document.x param_unknown']);
  expect(issues([])).toEqual(['body param_invalid']);
  expect(issues(new ExactNumber('9007199254740993'))).toEqual(['body param_invalid']);
});

test('what is refused is said in people’s words', () => {
  const message = (search: string): string => {
    try {
      parsed(search);
      return '';
    } catch (error) {
      return isAppError(error) ? error.issues[0]!.message : String(error);
    }
  };
  expect(message('workspaceId=w&level=warn')).toBe('Give one of: info, error.');
  expect(message('workspaceId=w&limit=many')).toBe('Give a whole number of at least 1.');
  expect(message('workspaceId=w&startDate=2026-01-31T12:00:00+02:00')).toContain('write the zone’s + as %2B');
  expect(message('workspaceId=w&minCost=2&maxCost=1')).toBe('minCost is above maxCost: nothing can match.');
});

test('a wrong value of a member with a guide names the guide, and no other does', () => {
  const Thing = z
    .strictObject({ size: z.number() })
    .meta({ externalDocs: { url: '/docs/guide/things#size' } });
  const save = defineEndpoint({
    id: 'saveThing',
    method: 'POST',
    path: '/things',
    summary: '',
    tag: '',
    auth: 'nobody',
    body: z.strictObject({ name: z.string(), thing: Thing.optional() }),
  });
  const issuesOf = (body: unknown) => {
    try {
      parseInput(save, { params: {}, search: new URLSearchParams(), body });
    } catch (error) {
      if (isAppError(error)) return error.issues.map(({ param, docs }) => [param, docs]);
    }
    return [];
  };
  const guide = '/docs/guide/things#size';
  expect(issuesOf({ name: 1, thing: { size: 'x' } })).toEqual([
    ['name', undefined],
    ['thing.size', guide],
  ]);
  expect(issuesOf({ name: 'x', thing: { size: 1, hue: 2 } })).toEqual([['thing.hue', guide]]);
});
