import { expect, test } from 'vitest';
import { type ResolvedWaitConfig, WaitConfig } from './definition';
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
  { kind: 'until', until: '2027-11-22' },
  { kind: 'until', until: null },
  { kind: 'approval', expiresAfter: '3000', expiresUnit: 'days' },
])('%j is no time that can be waited for', (config) => {
  expect(due(config)).toBeNull();
});
