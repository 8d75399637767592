import { expect, test } from 'vitest';
import { databaseFault } from './database-faults';

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more);

test.each([
  [failure('No space left on device', { code: '53100' })],
  [failure('out of memory', { code: '53200' })],
  [failure('sorry, too many clients already', { code: '53300' })],
  [failure('cannot execute INSERT in a read-only transaction', { code: '25006' })],
  [failure('the database system is starting up', { code: '57P03' })],
  [failure('', { code: 'ECONNREFUSED' })],
  [failure('timeout exceeded when trying to connect')],
])('nothing was done, and it may be tried again: %s', (error) =>
  expect(databaseFault(error)).toBe('not-done'),
);

test.each([
  [failure('terminating connection due to administrator command', { code: '57P01' })],
  [failure('crash of another server process', { code: '57P02' })],
  [failure('connection failure', { code: '08006' })],
  [failure('read ECONNRESET', { code: 'ECONNRESET' })],
  [failure('Connection terminated unexpectedly')],
  [failure('Query read timeout')],
])('it may have been done: %s', (error) => expect(databaseFault(error)).toBe('maybe-done'));

test('a fault is found inside what Prisma makes of it', () => {
  const adapter = failure('DatabaseNotReachable', { cause: { kind: 'DatabaseNotReachable', host: 'db' } });
  expect(databaseFault(failure('P2010', { code: 'P2010', meta: { driverAdapterError: adapter } }))).toBe(
    'not-done',
  );
  expect(databaseFault(failure('x', { cause: { kind: 'postgres', originalCode: '57P01' } }))).toBe(
    'maybe-done',
  );
});

test.each([
  [failure('duplicate key value', { code: '23505' })],
  [failure('canceling statement due to statement timeout', { code: '57014' })],
  [failure('syntax error', { code: '42601' })],
  [new TypeError('x is not a function')],
  [null],
  ['57P01'],
])('what is not the database’s being away is not taken for it: %s', (error) =>
  expect(databaseFault(error)).toBeNull(),
);
