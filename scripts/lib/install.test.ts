import { expect, test } from 'vitest';
import { missingPackages, npmCommand } from './install.mjs';

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

test('packages that are only missing are added, and those that tests need are never taken away', () => {
  const wanted = { 'node_modules/run': a, 'node_modules/more': a, 'node_modules/check': { ...a, dev: true } };
  const verb = (present: object, dev: boolean) =>
    npmCommand(wanted, present, { dev })
      .filter((word) => !/script|audit|fund|log/.test(word))
      .join(' ');
  expect(verb({}, false)).toBe('ci --omit=dev');
  expect(verb({}, true)).toBe('ci --include=dev');
  expect(verb({ 'node_modules/run': a }, true)).toBe('install --no-save --include=dev');
  expect(verb({ 'node_modules/run': a }, false)).toBe('install --no-save --omit=dev');
  expect(verb({ 'node_modules/check': a }, false)).toBe('install --no-save --include=dev');
  expect(verb({ 'node_modules/run': { version: '0.9.0' } }, false)).toBe('ci --omit=dev');
});
