import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConnectionSettings, EditedConnection, hasOAuth } from '../schema';
import { CONNECTION_PRESETS } from './all-presets';
import { settingsOfPreset, withAccount } from './preset';

const idOf = ({ id }: { id: string }) => id;
const httpsUrl = (text: string) => {
  expect(text).toMatch(/^https:\/\//);
  return new URL(text);
};

test('thirty services can be chosen, and each preset once', () => {
  expect(new Set(CONNECTION_PRESETS.map(({ service }) => service)).size).toBeGreaterThanOrEqual(30);
  const ids = CONNECTION_PRESETS.map(idOf);
  expect(new Set(ids).size).toBe(ids.length);
  const ways = CONNECTION_PRESETS.map(({ service, kind }) => `${service} ${kind}`);
  expect(new Set(ways).size).toBe(ways.length);
});

test.each(CONNECTION_PRESETS)('$id is saved as it is, once the secret is entered', (preset) => {
  const settings = settingsOfPreset(preset, 'acme');
  const secret = hasOAuth(settings) ? { clientSecret: 's' } : { secret: 's' };
  const edited = { ...settings, ...(hasOAuth(settings) ? { clientId: 'c' } : {}), name: preset.service };
  expect(EditedConnection.safeParse({ ...edited, ...secret }).error).toBeUndefined();
  expect(ConnectionSettings.safeParse(edited).error).toBeUndefined();
});

test.each(CONNECTION_PRESETS)('$id names its source, and sends credentials over HTTPS only', (preset) => {
  httpsUrl(preset.source.url);
  expect(preset.source.checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(preset.register).toMatch(/\.$/);
  if (preset.kind !== 'authorizationCode') return;
  for (const url of [preset.authorizeUrl, preset.tokenUrl]) {
    expect(url.includes('<account>')).toBe(preset.account !== undefined);
    const { search, hash } = httpsUrl(withAccount(url, 'acme'));
    expect(search + hash).toBe('');
  }
});

test('an address with the customer’s name is refused until it is entered', () => {
  const preset = CONNECTION_PRESETS.find(({ account }) => account !== undefined)!;
  const settings = { ...settingsOfPreset(preset, ' '), clientId: 'c', name: 'n', clientSecret: 's' };
  expect(EditedConnection.safeParse(settings).error?.issues.map(({ path }) => path[0])).toContain('tokenUrl');
});

test('the decisions list each preset with its source and the day', () => {
  const page = readFileSync('docs/decisions/connection-presets.md', 'utf8');
  for (const { service, source } of CONNECTION_PRESETS) {
    const row = page
      .split('\n')
      .find((line) => line.startsWith(`| ${service} |`) && line.includes(source.url));
    expect([service, row]).toEqual([service, expect.stringContaining(source.checkedOn)]);
  }
});
