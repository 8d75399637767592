import { expect, test } from 'vitest';
import { databaseFault, isStatementsFault, isTooSlow, StatementTooSlow } from './database-faults';

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

const inPrisma = (kind: string) =>
  failure('P2010', { code: 'P2010', meta: { driverAdapterError: failure(kind, { cause: { kind } }) } });

test.each([
  [failure('canceling statement due to statement timeout', { code: '57014' })],
  [failure('Query read timeout')],
  [failure('Operation has timed out', { code: 'P1008' })],
  [failure('x', { cause: { kind: 'postgres', originalCode: '57014' } })],
  [inPrisma('SocketTimeout')],
])('a statement got no answer in its time: %s', (error) => expect(isTooSlow(error)).toBe(true));

test.each([
  [failure('timeout exceeded when trying to connect')],
  [failure('', { code: 'ECONNREFUSED' })],
  [failure('terminating connection due to administrator command', { code: '57P01' })],
  [failure('duplicate key value', { code: '23505' })],
  [inPrisma('DatabaseNotReachable')],
  [null],
  ['57014'],
])('that is not said of what never reached the database, or was answered: %s', (error) =>
  expect(isTooSlow(error)).toBe(false),
);

test('a failure that points to itself is looked at once', () => {
  const circular = failure('x');
  Object.assign(circular, { cause: circular });
  expect(isTooSlow(circular)).toBe(false);
});

test.each([
  [failure('unsupported Unicode escape sequence', { code: '22P05' })],
  [failure('null value violates not-null constraint', { code: '23502' })],
  [failure('row is too big', { code: '54000' })],
  [new RangeError('Invalid string length')],
  [failure('Cannot create a string longer than 0x1fffffe8 characters', { code: 'ERR_STRING_TOO_LONG' })],
  [failure('invalid memory alloc request size 1342177280', { code: 'XX000' })],
  [new StatementTooSlow('slow')],
])('the statement’s own content is at fault: %s', (error) => expect(isStatementsFault(error)).toBe(true));

test.each([
  [failure('canceling statement due to statement timeout', { code: '57014' })],
  [failure('No space left on device', { code: '53100' })],
  [failure('', { code: 'ECONNREFUSED' })],
  [new TypeError('x is not a function')],
])('its content is not at fault: %s', (error) => expect(isStatementsFault(error)).toBe(false));
