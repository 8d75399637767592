import { expect, it } from 'vitest';
import { failureWords, outageTitle, probeWords, waitingBlocksWords } from './outage-words';

const NOW_MS = Date.parse('2026-01-31T12:00:00.000Z');
const server = 'https://api.example.com:8443';

it('an outage names the server without its scheme', () => {
  expect(outageTitle({ server, status: 'away' })).toBe('api.example.com:8443 is unavailable');
  expect(outageTitle({ server, status: 'suspected' })).toBe('api.example.com:8443 may be unavailable');
  expect(outageTitle({ server, status: 'returning' })).toBe('api.example.com:8443 answers again');
});

it('it says how many wait', () => {
  expect(waitingBlocksWords({ waiting: 0 })).toBe('0 blocks wait');
  expect(waitingBlocksWords({ waiting: 1 })).toBe('1 block waits');
  expect(waitingBlocksWords({ waiting: 5_000 })).toBe('5,000 blocks wait');
  expect(waitingBlocksWords({ waiting: 100_000 })).toBe('100,000 or more blocks wait');
});

it('it says when the server is tried next', () => {
  const nextProbeAt = new Date(NOW_MS + 120_000).toISOString();
  const away = { status: 'away', isProbing: false, nextProbeAt } as const;
  expect(probeWords(away, NOW_MS)).toBe('Next attempt in 2 min');
  expect(probeWords(away, NOW_MS + 120_000)).toBe('Next attempt in a moment');
  expect(probeWords({ ...away, isProbing: true, nextProbeAt: null }, NOW_MS)).toBe('Trying now');
  const back = { status: 'returning', isProbing: false, nextProbeAt: null } as const;
  expect(probeWords(back, NOW_MS)).toBe('Runs continue, oldest first');
});

it('it names the last failure', () => {
  expect(failureWords({ lastFailure: { code: 'HTTP_STATUS', status: 503 } })).toBe('503');
  expect(failureWords({ lastFailure: { code: 'TIMEOUT', status: null } })).toBe('TIMEOUT');
});
