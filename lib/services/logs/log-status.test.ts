import { expect, test } from 'vitest';
import { levelOf, STORED_STATUSES, statusOf, storedStatuses } from './log-status';

test('each stored status has a status and a documented level', () => {
  expect(STORED_STATUSES.map((stored) => [statusOf(stored), levelOf(stored)])).toEqual([
    ['success', 'info'],
    ['warning', 'info'],
    ['error', 'error'],
    ['cancelled', 'error'],
  ]);
});

test('level and status narrow each other; without either all are wanted', () => {
  expect(storedStatuses()).toBeNull();
  expect(storedStatuses('error')).toEqual(['error', 'cancelled']);
  expect(storedStatuses('info')).toEqual(['info', 'warning']);
  expect(storedStatuses(undefined, ['success', 'cancelled'])).toEqual(['info', 'cancelled']);
  expect(storedStatuses('error', ['warning', 'cancelled'])).toEqual(['cancelled']);
  expect(storedStatuses('info', ['cancelled'])).toEqual([]);
});
