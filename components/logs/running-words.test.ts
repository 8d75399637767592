import { expect, it } from 'vitest';
import type { UnfinishedExecution } from '@/lib/services/runs/schema';
import { progressWords, serverWords, waitsForWords } from './running-words';

const AT = '2026-01-31T12:00:00.000Z';
const NOW_MS = Date.parse(AT) + 12_900;
const running = (blocksEnded: number | null, startedAt: string | null = AT) =>
  ({ blocksEnded, startedAt, acceptedAt: AT }) as UnfinishedExecution;

it('a run that is running shows how far it came and for how long', () => {
  expect(progressWords(running(3), NOW_MS)).toBe('3 blocks done · 12 s');
  expect(progressWords(running(1), NOW_MS + 120_000)).toBe('1 block done · 2 m 13 s');
  expect(progressWords(running(1_000), NOW_MS)).toBe('1,000 blocks or more done · 12 s');
});

it('what is not known is not shown, and a clock that is behind is no negative time', () => {
  expect(progressWords(running(null), NOW_MS)).toBe('12 s');
  expect(progressWords(running(0, null), NOW_MS)).toBe('12 s');
  expect(progressWords(running(null), Date.parse(AT) - 5_000)).toBe('0 s');
});

it('a run that has not begun says what it waits for', () => {
  const words = (waitsFor: UnfinishedExecution['waitsFor']) => waitsForWords({ waitsFor }, NOW_MS, 'UTC');
  expect(words(null)).toBeNull();
  expect(words({ kind: 'turn', key: null })).toBe('Waits for its turn');
  expect(words({ kind: 'turn', key: 'ada' })).toBe('Waits for its turn, key ada');
  const startsAt = '2026-01-31T13:00:00.000Z';
  expect(words({ kind: 'time', startsAt, starts: null })).toBe('Starts at 13:00:00');
  expect(words({ kind: 'time', startsAt, starts: 3 })).toBe('Starts at 13:00:00, 3 starts so far');
});

it('a run that is parked for a server names its host', () => {
  const wait = { blockId: 'order', dueAt: AT, url: null };
  expect(serverWords({ waits: [wait] })).toBeNull();
  const server = { origin: 'https://api.example.com:8443', since: AT };
  expect(serverWords({ waits: [wait, { ...wait, server }] })).toBe('Waits for api.example.com:8443');
});
