import { expect, test } from 'vitest';
import { Auth } from '@/lib/core/blocks/auth';
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
