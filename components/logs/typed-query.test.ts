import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { LOG_LEVELS, LOG_STATUSES } from '@/lib/services/logs/schema';
import { FILTER_NAMES, type LogFilters, RANGES } from './log-filters';
import { type LogQuery, parseQuery, writeQuery } from './typed-query';
import { completeQuery } from './typed-query-completion';
import type { FilterChoices } from './typed-query-keys';

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const ORDERS = '0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31';
const CHOICES: FilterChoices = {
  statuses: same(LOG_STATUSES),
  triggers: TRIGGERS.map((value) => ({ value, label: value.toUpperCase() })),
  workflows: [
    { value: ORDERS, label: 'orders' },
    { value: 'w2', label: 'Say "hello", Ada' },
    { value: 'w3', label: 'Twice' },
    { value: 'w4', label: 'Twice' },
    { value: 'w5', label: '#w2' },
  ],
  folders: [{ value: 'f1', label: 'Sales / EU' }],
};

const read = (text: string) => {
  const parsed = parseQuery(text, CHOICES);
  if ('fault' in parsed) throw new Error(parsed.fault.message);
  return parsed.query;
};
const fault = (text: string) => {
  const parsed = parseQuery(text, CHOICES);
  if ('query' in parsed) throw new Error(`${text} is a query`);
  const { start, end, message } = parsed.fault;
  return [text.slice(start, end), message];
};

describe('a typed query', () => {
  it('sets the filters that the page would set', () => {
    expect(read('status:error workflow:"orders" cost>0.1 trigger:webhook tag:vip duration>2s')).toEqual({
      filters: {
        statuses: 'error',
        triggers: 'webhook',
        workflowIds: ORDERS,
        minDurationMs: '2000',
        minCost: '0.1',
        tags: 'vip',
      },
      q: '',
    });
    expect(
      read('duration>=1.5s duration<=2m cost<$3 started>=2026-01-31 folder:"sales / eu"').filters,
    ).toEqual({
      minDurationMs: '1500',
      maxDurationMs: '120000',
      maxCost: '3',
      startDate: '2026-01-31',
      folderIds: 'f1',
    });
    expect(read('STATUS:Error,warning last:24h trigger:"API"').filters).toEqual({
      statuses: 'error,warning',
      range: '24h',
      triggers: 'api',
    });
  });

  it('searches for the other words, and for those of an error in failed runs', () => {
    expect(read('no stock level:error')).toEqual({ filters: { level: 'error' }, q: 'no stock' });
    expect(read('"status:error, or not"').q).toBe('status:error, or not');
    expect(read('error:timeout')).toEqual({ filters: { statuses: 'error' }, q: 'timeout' });
    expect(read('error:"no stock" status:cancelled').filters).toEqual({ statuses: 'cancelled' });
  });

  test.each([
    ['stats:error', 'stats:error', 'There is no filter “stats”. To search for this text, put it in quotes.'],
    ['a status:good', 'good', '“good” is no status. Choose success, warning, error, cancelled.'],
    ['status: level:info', '', 'Type a value for “status”.'],
    ['status>error', 'status>error', 'Write status:… with a colon.'],
    ['cost:1', 'cost:1', 'Write cost>=… or cost<=….'],
    ['cost>much', 'cost>much', 'Give a number.'],
    ['cost>2 cost<1', 'cost<1', 'Nothing can match: the minimum is above the maximum.'],
    ['workflow:Twice', 'Twice', '2 workflows are called “Twice”. Choose one from the list.'],
    ['workflow:nobody', 'nobody', 'No workflow is called “nobody”.'],
    ['tag:a tag:b', 'tag:b', '“tag” is here twice. List its values with commas: tag:a,b.'],
    ['model:a,b', 'model:a,b', '“model” takes one value.'],
    ['tag:"a', '"a', 'The closing quote is missing.'],
    ['tag:"a"b', 'tag:"a"', 'Put a space after the closing quote.'],
    ['error:a b', 'error:a', 'Only one text can be searched for: this one or the other words.'],
    ['last:24h started>=2026-01-01', 'started>=2026-01-01', 'Give either “last” or “started”.'],
  ])('%s is refused at its place', (text, place, message) => {
    expect(fault(text)).toEqual([place, message]);
  });

  it('is written with the names of workflows, and with ids where names do not tell', () => {
    const filters = {
      workflowIds: `${ORDERS},w2,w3,w5,gone`,
      minDurationMs: '90000',
      maxDurationMs: '7200000',
    };
    const text = writeQuery({ filters, q: 'a  b' }, CHOICES);
    expect(text).toBe(
      'workflow:orders,"Say \\"hello\\", Ada",#w3,#w5,#gone duration>=90s duration<=2h "a  b"',
    );
    expect(read(text)).toEqual({ filters, q: 'a  b' });
  });
});

const some = <T>(items: readonly T[]) => fc.uniqueArray(fc.constantFrom(...items), { minLength: 1 });
const list = (items: readonly string[]) => some(items).map((values) => values.join(','));
const word = fc
  .string({ unit: fc.constantFrom(...'ab"\\#:><=- é1'), minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 4 }).map((values) => values.join(','));
const ends = (max: number) =>
  fc.tuple(fc.nat({ max }), fc.nat({ max })).map(([a, b]) => [Math.min(a, b), Math.max(a, b)].map(String));

const anyQuery: fc.Arbitrary<LogQuery> = fc
  .record(
    {
      level: fc.constantFrom(...LOG_LEVELS),
      statuses: list(LOG_STATUSES),
      triggers: list(TRIGGERS),
      workflowIds: list([ORDERS, 'w2', 'w3', 'w4', 'w5', 'gone']),
      folderIds: list(['f1', 'Sales / EU']),
      duration: ends(100_000_000),
      cost: ends(50),
      model: word,
      tags: words,
      allTags: words,
      executionId: word,
      time: fc.oneof(
        fc.record({ range: fc.constantFrom(...RANGES.map(({ id }) => id)) }),
        fc.constant({ startDate: '2026-01-01', endDate: '2026-02-01T00:00:00.000Z' }),
      ),
      q: fc.oneof(word, fc.string({ unit: fc.constantFrom(...'ab \n"\\'), maxLength: 20 })),
    },
    { requiredKeys: [] },
  )
  .map(({ duration, cost, time, q = '', ...others }) => {
    const filters: LogFilters = { ...others, ...time };
    if (duration !== undefined) [filters.minDurationMs, filters.maxDurationMs] = duration;
    if (cost !== undefined) [filters.minCost, filters.maxCost] = cost;
    return { filters, q: q.trim() };
  });

test('every query is read as it was written', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(anyQuery, (query) => {
      for (const name of Object.keys(query.filters)) met.add(name);
      expect(read(writeQuery(query, CHOICES))).toEqual(query);
    }),
    { numRuns: 2_000 },
  );
  expect([...met].sort()).toEqual([...FILTER_NAMES].sort());
});

const pieces = fc.constantFrom(
  ...[
    'status',
    'cost',
    'workflow',
    'tag',
    'error',
    'last',
    ':',
    '>=',
    '<',
    '"',
    '\\',
    ',',
    ' ',
    '#',
    'a',
    '1',
  ],
  ...['orders', '24h', 'é', '\n', '\u0000', '\ud800', 'duration>=', '2s', 'status:error'],
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces).map((parts) => parts.join('')),
);

test('any text is a query or a fault within it, and is completed somewhere in it', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), (text, place) => {
      const parsed = parseQuery(text, CHOICES);
      if ('query' in parsed) expect(read(writeQuery(parsed.query, CHOICES))).toEqual(parsed.query);
      else {
        const { start, end, message } = parsed.fault;
        expect([start >= 0, start <= end, end <= text.length, message !== '']).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }
      const caret = place % (text.length + 1);
      const { from, to } = completeQuery(text, caret, CHOICES);
      expect(from <= to && to <= Math.max(caret, to) && to <= text.length).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

describe('completion', () => {
  const complete = (text: string) =>
    completeQuery(text, text.length, CHOICES, { tag: ['vip', 'order 7'] }).suggestions.map(
      ({ insert }) => insert,
    );

  it('offers keys that are not there yet', () => {
    expect(complete('')).toContain('status:');
    expect(complete('status:error ')).not.toContain('status:');
    expect(complete('du')).toEqual(['duration>=']);
    expect(complete('letter')).toEqual([]);
    expect(complete('"st')).toEqual([]);
  });

  it('offers the values of a key', () => {
    expect(complete('status:')).toEqual(['success ', 'warning ', 'error ', 'cancelled ']);
    expect(complete('status:error,w')).toEqual(['warning ']);
    expect(complete('workflow:hel')).toEqual(['"Say \\"hello\\", Ada" ']);
    expect(complete('workflow:"tw')).toEqual(['#w3 ', '#w4 ']);
    expect(complete('tag:')).toEqual(['vip ', '"order 7" ']);
    expect(complete('last:')).toEqual(RANGES.map(({ id }) => `${id} `));
  });
});
