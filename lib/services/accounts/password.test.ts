import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password';

test('a password opens its own hash and no other', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^scrypt\$15\$8\$1\$/);
  expect(await verifyPassword('correct horse', stored)).toBe(true);
  expect(await verifyPassword('correct horse ', stored)).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(stored);
});

test('the same letters typed on another keyboard are the same password', async () => {
  const stored = await hashPassword('caf\u00e9 du nord');
  expect(await verifyPassword('cafe\u0301 du nord', stored)).toBe(true);
});

test('nobody’s password is never right', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('anything', null)).toBe(false);
});

test('a hash of unknown form is an error, not a wrong password', async () => {
  await expect(verifyPassword('x', 'md5$abc')).rejects.toThrow('unknown form');
});
