import os from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import {
  connectionsFor,
  embeddedConnections,
  settleProcesses,
  sharesOf,
  wantedProcesses,
} from './web-processes.mjs';

afterEach(() => vi.unstubAllEnvs());

/** A database that allows `free` connections to ordinary roles. */
const allowing = (free: number) => ({
  query: async () => ({ rows: [{ limit: free, setBy: 'max_connections' }] }),
});

test('WEB_PROCESSES is a number, or auto for as many as there are cores', () => {
  expect(wantedProcesses('3')).toEqual({ most: 3, isAuto: false });
  expect(wantedProcesses('auto')).toEqual({ most: Math.min(64, os.availableParallelism()), isAuto: true });
  expect(wantedProcesses()).toEqual({ most: 1, isAuto: false });
});

test.each(['0', '65', '1.5', '-1', 'many', '1e1'])('WEB_PROCESSES=%s is refused in one sentence', (text) => {
  expect(() => wantedProcesses(text)).toThrow(
    `WEB_PROCESSES=${text} is not a number of processes: give a whole number from 1 to 64, or auto.`,
  );
});

test('auto takes as many as the connections of the database suffice for', async () => {
  const eight = { most: 8, isAuto: true };
  expect(await settleProcesses(eight, allowing(97))).toBe(2);
  expect(await settleProcesses(eight, allowing(20))).toBe(1);
  expect(await settleProcesses(eight, allowing(1000))).toBe(8);
  vi.stubEnv('DATABASE_POOL_SIZE', '5');
  vi.stubEnv('DATABASE_LOGS_POOL_SIZE', '2');
  expect(await settleProcesses(eight, allowing(97))).toBe(5);
});

test('a number that the connections don’t suffice for is refused with what would do', async () => {
  await expect(settleProcesses({ most: 3, isAuto: false }, allowing(97))).rejects.toThrow(
    'WEB_PROCESSES=3 needs 124 connections and the database allows 97: raise its max_connections, ' +
      'lower DATABASE_POOL_SIZE, or set WEB_PROCESSES=2.',
  );
  expect(await settleProcesses({ most: 1, isAuto: false }, allowing(20))).toBe(1);
});

test('the embedded database is started with the connections that a number asked for needs', async () => {
  const four = { most: 4, isAuto: false };
  expect(embeddedConnections(four)).toBe(connectionsFor(5) + 3);
  expect(await settleProcesses(four, allowing(embeddedConnections(four) - 3))).toBe(4);
  expect(embeddedConnections({ most: 64, isAuto: true })).toBe(300);
});

test('processes share the memory for large runs: one for each core and one that waits', () => {
  expect(Number(sharesOf(3).RUN_MEMORY_MB)).toBeLessThanOrEqual((384 * (os.availableParallelism() + 1)) / 3);
  vi.stubEnv('RUN_MEMORY_MB', '3000');
  expect(sharesOf(3)).toEqual({ RUN_MEMORY_MB: '1000' });
});
