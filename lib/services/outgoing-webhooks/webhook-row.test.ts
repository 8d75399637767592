import { expect, test } from 'vitest';
import { healthOf } from './webhook-row';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const UNTRIED = {
  active: true,
  failures: null,
  failing_since: null,
  last_success_at: null,
  last_failure_at: null,
  last_reason: null,
};

test('nothing is known of a receiver before its first attempt', () => {
  expect(healthOf(UNTRIED)).toMatchObject({ status: 'unknown', failures: 0 });
});

test('a receiver is healthy only after a successful delivery since its last failure', () => {
  const failing = {
    ...UNTRIED,
    failures: 2,
    failing_since: at(1),
    last_failure_at: at(2),
    last_reason: 'It failed.',
  };
  expect(healthOf(failing)).toMatchObject({ status: 'failing', failures: 2, lastReason: 'It failed.' });
  const resumed = { ...failing, failures: 0, failing_since: null };
  expect(healthOf(resumed)).toMatchObject({ status: 'failing', disablesAt: null, lastReason: 'It failed.' });
  expect(healthOf({ ...resumed, last_success_at: at(1) }).status).toBe('failing');
  expect(healthOf({ ...resumed, last_success_at: at(3) })).toMatchObject({
    status: 'healthy',
    lastReason: null,
  });
});
