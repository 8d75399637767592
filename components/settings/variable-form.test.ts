import { expect, test } from 'vitest';
import type { Variable } from '@/lib/services/variables/schema';
import { changeOf, formOf } from './variable-form';

const STORED: Variable = {
  ...{ name: 'A', builtIn: false, plain: false, value: null },
  ...{ sameForLive: true, liveValue: null, updatedAt: '2026-01-01T00:00:00.000Z' },
};

test('a secret that nobody typed anew stays as it is', () => {
  expect(changeOf(formOf(STORED), STORED)).toEqual({ plain: false });
  const own = { ...STORED, sameForLive: false };
  expect(changeOf(formOf(own), own)).toEqual({ plain: false });
  expect(changeOf({ ...formOf(own), liveValue: 'l' }, own)).toEqual({ plain: false, liveValue: 'l' });
});

test('a live value is given, kept empty on purpose, or taken away', () => {
  expect(changeOf({ ...formOf(null), value: 'v' }, null)).toEqual({ plain: false, value: 'v' });
  const form = { ...formOf(null), value: 'v', hasLive: true };
  expect(changeOf(form, null)).toEqual({ plain: false, value: 'v', liveValue: '' });
  const own = { ...STORED, sameForLive: false };
  expect(changeOf({ ...formOf(own), hasLive: false }, own)).toEqual({ plain: false, liveValue: null });
});

test('a readable variable is sent as it is shown', () => {
  const plain = { ...STORED, plain: true, value: 'v', sameForLive: false, liveValue: 'l' };
  expect(changeOf(formOf(plain), plain)).toEqual({ plain: true, value: 'v', liveValue: 'l' });
  expect(changeOf({ ...formOf(plain), value: '' }, plain)).toMatchObject({ value: '' });
});
