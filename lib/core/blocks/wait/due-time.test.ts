import { expect, test } from 'vitest';
import { type ResolvedWaitConfig, WaitConfig, waitDefinition } from './definition';
import { dueTimeOf, MAX_WAIT_MS } from './due-time';

const NOW = Date.UTC(2026, 10, 22, 12);
const due = (config: object) => {
  const { dueMs } = dueTimeOf({ ...WaitConfig.parse({}), ...config } as ResolvedWaitConfig, NOW) as {
    dueMs?: number;
  };
  return dueMs === undefined ? null : dueMs - NOW;
};

test.each([
  [{ amount: '90', unit: 'seconds' }, 90_000],
  [{ amount: 1.5, unit: 'hours' }, 5_400_000],
  [{ amount: '0' }, 0],
  [{ amount: '30', unit: 'days' }, MAX_WAIT_MS],
  [{ kind: 'until', until: '2026-11-22T13:00:00+01:00' }, 0],
  [{ kind: 'until', until: '2026-11-22T13:00' }, 3_600_000],
  [{ kind: 'until', until: '2026-11-23' }, 43_200_000],
  [{ kind: 'until', until: '20261122T1300Z' }, 3_600_000],
  [{ kind: 'until', until: '2026-11-22 14:00:00.5+01' }, 3_600_500],
  [{ kind: 'until', until: '20261123' }, 43_200_000],
  [{ kind: 'until', until: NOW / 1_000 + 60 }, 60_000],
  [{ kind: 'until', until: `${NOW / 1_000 + 60}.5` }, 60_500],
  [{ kind: 'until', until: NOW + 5 }, 5],
  [{ kind: 'until', until: String(NOW - 5) }, -5],
  [{ kind: 'callback', expiresAfter: '2', expiresUnit: 'minutes' }, 120_000],
  [{ kind: 'approval', expiresAfter: ' ' }, MAX_WAIT_MS],
])('%j is due after so many milliseconds: %s', (config, ms) => {
  expect(due(config)).toBe(ms);
});

test.each([
  { amount: '' },
  { amount: 'ten' },
  { amount: true },
  { amount: [1] },
  { amount: '-1' },
  { amount: 'Infinity' },
  { amount: '31', unit: 'days' },
  { kind: 'until', until: 'tomorrow' },
  { kind: 'until', until: '2026-13-45T99:99' },
  { kind: 'until', until: '2026-02-30' },
  { kind: 'until', until: '2026-02-30T10:00:00Z' },
  { kind: 'until', until: 'Nov 22 2026' },
  { kind: 'until', until: '12' },
  { kind: 'until', until: 12 },
  { kind: 'until', until: Number.MAX_VALUE },
  { kind: 'until', until: '2027-11-22' },
  { kind: 'until', until: null },
  { kind: 'approval', expiresAfter: '3000', expiresUnit: 'days' },
])('%j is no time that can be waited for', (config) => {
  expect(due(config)).toBeNull();
});

test('it says what it took a number for, and what a date that is too late is', () => {
  const read = (until: unknown) =>
    dueTimeOf({ ...WaitConfig.parse({}), kind: 'until', until } as ResolvedWaitConfig, NOW);
  expect(read(1_795_353_600)).toMatchObject({
    note: '1795353600 was read as seconds since 1970: 2026-11-22T13:20:00.000Z.',
  });
  expect(read(`${NOW}`)).toMatchObject({ note: expect.stringContaining('read as milliseconds since 1970') });
  expect(read('2026-11-23')).not.toHaveProperty('note');
  expect(read('2027-11-22')).toMatchObject({
    message: 'A wait lasts 30 days at most. "2027-11-22" is 2027-11-22T00:00:00.000Z.',
  });
  expect(read('2026-02-30')).toMatchObject({
    message: expect.stringMatching(/^"2026-02-30" is not a date and time\. Enter one such as/),
  });
});

test('a date that is typed out is checked before a run', () => {
  const problems = (until: string) =>
    waitDefinition
      .check?.(WaitConfig.parse({ kind: 'until', until }))
      .map(({ field, message }) => [field, message]);
  expect(problems('2026-02-30')).toEqual([
    ['until', expect.stringMatching(/^"2026-02-30" is not a date and time\./)],
  ]);
  for (const until of ['2026-02-28', '1795353600', '<start.until>', '{{UNTIL}}'])
    expect([until, problems(until)]).toEqual([until, []]);
});
