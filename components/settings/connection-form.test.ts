import { expect, test } from 'vitest';
import { editOf, formOf } from './connection-form';

const NEW = formOf(null);

test('parameters are lines of name and value, and come back as they were written', () => {
  const { parameters } = editOf({
    ...NEW,
    parameters: 'audience=https://a.test/?x=1\n\n prompt = consent \nbare',
  });
  expect(parameters).toEqual([
    { key: 'audience', value: 'https://a.test/?x=1' },
    { key: 'prompt', value: 'consent' },
    { key: 'bare', value: '' },
  ]);
  const shown = {
    ...editOf(NEW),
    parameters,
    id: 'c',
    hasSecret: true,
    state: 'connected',
    expiresAt: null,
  } as const;
  const seen = formOf({ ...shown, renews: true, connectedAt: null, connectedBy: null, lastError: null });
  expect(seen.parameters).toBe('audience=https://a.test/?x=1\nprompt=consent\nbare=');
});

test('an empty secret is left out, so that the one there is stays', () => {
  expect(editOf(NEW)).not.toHaveProperty('clientSecret');
  expect(editOf({ ...NEW, clientSecret: 's' })).toMatchObject({ clientSecret: 's' });
});

test('client credentials have no authorize URL', () => {
  const left = { ...NEW, kind: 'clientCredentials', authorizeUrl: 'https://a.test' } as const;
  expect(editOf(left).authorizeUrl).toBe('');
});
