import { expect, test } from 'vitest';
import { Auth } from '@/lib/core/blocks/auth';
import type { Connection } from '@/lib/services/connections/schema';
import { AUTH_FORMS, AUTH_KINDS, resultOfAuth } from './auth-forms';

test('every kind of auth is offered, with every member it has', () => {
  const kinds = Auth.options.map((option) => option.shape.kind.value);
  expect(AUTH_KINDS.map(({ value }) => value)).toEqual(kinds);
  for (const option of Auth.options) {
    const asked = AUTH_FORMS[option.shape.kind.value].map(({ name }) => name);
    expect(['kind', ...asked].sort()).toEqual(Object.keys(option.shape).sort());
  }
});

test('the row it becomes is shown, a credential typed out is not', () => {
  expect(resultOfAuth({ kind: 'bearer', token: 'Bearer {{TOKEN}}' })?.value).toBe('Bearer {{TOKEN}}');
  expect(resultOfAuth({ kind: 'bearer', token: 'abc' })?.value).toBe('Bearer ••••••');
  expect(resultOfAuth({ kind: 'basic', username: 'me', password: 'pw' })?.value).toBe(
    'Basic base64(me:••••••)',
  );
  expect(resultOfAuth({ kind: 'apiKey', in: 'query', name: 'key', apiKey: '<x.y>' })).toEqual({
    place: 'query parameter',
    name: 'key',
    value: '<x.y>',
  });
  expect(resultOfAuth({ kind: 'none' })).toBeNull();
});

test('of a connection the place is shown that its kind fills; nothing while that isn’t known', () => {
  const auth = { kind: 'connection', connectionId: 'c' } as const;
  const seen: Omit<Extract<Connection, { kind: 'bearer' }>, 'kind'> = {
    id: 'c',
    externalId: null,
    name: 'Maps',
    hasSecret: true,
    state: 'connected',
    expiresAt: null,
    renews: false,
    connectedAt: null,
    connectedBy: null,
    lastError: null,
  };
  expect(resultOfAuth(auth)).toBeNull();
  expect(resultOfAuth(auth, { ...seen, kind: 'apiKey', in: 'query', keyName: 'key' })).toEqual({
    place: 'query parameter',
    name: 'key',
    value: '<secret of the connection>',
  });
  expect(resultOfAuth(auth, { ...seen, kind: 'basic', username: 'me' })?.value).toBe(
    'Basic base64(me:<secret of the connection>)',
  );
});
