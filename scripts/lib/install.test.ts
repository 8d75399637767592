import { expect, test } from 'vitest';
import { missingPackages } from './install.mjs';

const linux = { platform: 'linux', arch: 'x64' } as const;
const a = { version: '1.0.0' };

test('nothing is missing when npm has recorded every package at its version', () => {
  expect(missingPackages({ '': {}, 'node_modules/a': a }, { 'node_modules/a': a }, linux)).toEqual([]);
});

test('an absent package and one at another version are missing', () => {
  expect(missingPackages({ 'node_modules/a': a }, {}, linux)).toEqual(['node_modules/a']);
  expect(missingPackages({ 'node_modules/a': a }, { 'node_modules/a': { version: '0.9.0' } }, linux)).toEqual(
    ['node_modules/a'],
  );
});

test('an optional package counts only when it is made for this machine', () => {
  const made = (os: string, cpu: string) => ({ ...a, optional: true, os: [os], cpu: [cpu] });
  const wanted = { 'node_modules/here': made('linux', 'x64'), 'node_modules/there': made('darwin', 'arm64') };
  expect(missingPackages(wanted, {}, linux)).toEqual(['node_modules/here']);
  expect(missingPackages(wanted, {}, { platform: 'darwin', arch: 'arm64' })).toEqual(['node_modules/there']);
});

test('starting does not need what only tests need', () => {
  const wanted = { 'node_modules/run': a, 'node_modules/check': { ...a, dev: true } };
  expect(missingPackages(wanted, {}, { ...linux, dev: false })).toEqual(['node_modules/run']);
  expect(missingPackages(wanted, {}, linux)).toEqual(['node_modules/run', 'node_modules/check']);
});
