import { expect, test } from 'vitest';
import { CONNECTION_PRESETS } from '@/lib/services/connections/presets/all-presets';
import type { Connection } from '@/lib/services/connections/schema';
import { editOf, formOf, formOfPreset } from './connection-form';

const NEW = formOf(null);
const SEEN: Omit<Extract<Connection, { kind: 'bearer' }>, 'name' | 'kind'> = {
  id: 'c',
  externalId: null,
  hasSecret: true,
  state: 'connected',
  expiresAt: null,
  renews: true,
  connectedAt: null,
  connectedBy: null,
  lastError: null,
};

test('parameters are lines of name and value, and come back as they were written', () => {
  const edited = editOf({ ...NEW, parameters: 'audience=https://a.test/?x=1\n\n prompt = consent \nbare' });
  expect(edited).toMatchObject({
    parameters: [
      { key: 'audience', value: 'https://a.test/?x=1' },
      { key: 'prompt', value: 'consent' },
      { key: 'bare', value: '' },
    ],
  });
  const { parameters } = formOf({ ...edited, ...SEEN } as Connection);
  expect(parameters).toBe('audience=https://a.test/?x=1\nprompt=consent\nbare=');
});

test('parameters of each request, the proof key and answers that mean an expired token come back', () => {
  const written = {
    ...NEW,
    exchangeParameters: 'action=requesttoken',
    renewalParameters: 'client_key=k',
    pkce: 'never',
    expiredAnswers: '403\n\n 400  token expired ',
  } as const;
  const edited = editOf(written);
  expect(edited).toMatchObject({
    exchangeParameters: [{ key: 'action', value: 'requesttoken' }],
    renewalParameters: [{ key: 'client_key', value: 'k' }],
    pkce: 'never',
    expiredAnswers: [
      { status: 403, text: '' },
      { status: 400, text: 'token expired' },
    ],
  });
  expect(formOf({ ...edited, ...SEEN } as Connection)).toMatchObject({
    exchangeParameters: 'action=requesttoken',
    renewalParameters: 'client_key=k',
    pkce: 'never',
    expiredAnswers: '403\n400 token expired',
  });
  expect(editOf({ ...written, kind: 'clientCredentials' })).toMatchObject({
    exchangeParameters: [],
    renewalParameters: [],
  });
});

test('an empty secret is left out, so that the one there is stays', () => {
  expect(editOf(NEW)).not.toHaveProperty('clientSecret');
  expect(editOf({ ...NEW, secret: 's' })).toMatchObject({ clientSecret: 's' });
  expect(editOf({ ...NEW, kind: 'bearer' })).not.toHaveProperty('secret');
});

test('client credentials have no authorize URL', () => {
  const left = { ...NEW, kind: 'clientCredentials', authorizeUrl: 'https://a.test' } as const;
  expect(editOf(left)).toMatchObject({ authorizeUrl: '' });
});

test.each([
  { name: 'b', kind: 'bearer' },
  { name: 'u', kind: 'basic', username: 'me' },
  { name: 'k', kind: 'apiKey', in: 'query', keyName: 'key' },
] as const)('%j is saved with its own members alone, and comes back', (settings) => {
  const form = formOf({ ...settings, ...SEEN });
  expect(editOf({ ...form, secret: 's' })).toEqual({ ...settings, secret: 's' });
  expect(editOf(form)).toEqual(settings);
});

test('a service fills the form, and what is saved has its addresses and parameters', () => {
  const google = CONNECTION_PRESETS.find(({ id }) => id === 'google')!;
  const filled = { ...NEW, clientId: 'c', ...formOfPreset(google, { name: 'Sheets', account: '' }) };
  expect(filled).toMatchObject({ name: 'Sheets', clientId: 'c' });
  expect(editOf(filled)).toMatchObject({
    kind: 'authorizationCode',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    parameters: [
      { key: 'access_type', value: 'offline' },
      { key: 'prompt', value: 'consent' },
    ],
  });
  const zendesk = CONNECTION_PRESETS.find(({ account }) => account !== undefined)!;
  const named = formOfPreset(zendesk, { name: 'Help', account: 'acme' });
  expect(named.authorizeUrl).toMatch(/^https:\/\/acme\./);
});
