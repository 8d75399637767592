import { expect, test } from 'vitest';
import { hashApiKey, isApiKeySecret, newApiKeySecret } from './key-format';

test('a new key has the documented form and passes its own checksum', () => {
  const keys = Array.from({ length: 200 }, newApiKeySecret);
  for (const key of keys) {
    expect(key).toMatch(/^millrace_live_[0-9A-Za-z]{36}$/);
    expect(isApiKeySecret(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('one changed character anywhere is noticed', () => {
  const key = newApiKeySecret();
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isApiKeySecret(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});

test('other texts are no keys', () => {
  for (const text of [
    '',
    'millrace_live_',
    `${newApiKeySecret()}\n`,
    ` ${newApiKeySecret()}`,
    'x'.repeat(100_000),
  ])
    expect(isApiKeySecret(text)).toBe(false);
});

test('what is stored is the SHA-256 of the whole key', () => {
  expect(hashApiKey('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
