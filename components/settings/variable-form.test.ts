import { expect, test } from 'vitest';
import type { Variable } from '@/lib/services/variables/schema';
import { type ChosenForm, changeOf, formOf, isChosen, looksPlain, unmaskedInside } from './variable-form';

const STORED: Variable = {
  name: 'A',
  builtIn: false,
  plain: false,
  value: null,
  sameForLive: true,
  liveValue: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** Chooses `secret` if nothing is chosen. */
const chosen = (variable: Variable | null): ChosenForm => {
  const form = formOf(variable);
  return isChosen(form) ? form : { ...form, plain: false };
};

test('of a new variable neither kind is chosen; URLs, numbers and environments look plain', () => {
  const form = formOf(null);
  expect([form.plain, isChosen(form), isChosen(formOf(STORED))]).toEqual([null, false, true]);
  const looks = (value: string) => looksPlain({ ...form, value });
  expect(['https://api.example.com/v1?page=2', ' 8080 ', '2.5', 'Production', 'staging'].map(looks)).toEqual([
    'a URL without credentials',
    'a number',
    'a number',
    'the name of an environment',
    'the name of an environment',
  ]);
  const others = [
    '',
    'sk-123',
    'https://me:pw@api.example.com',
    'https://x.example/?api_key=1',
    '4111111111111111',
  ];
  expect(others.map(looks)).toEqual(others.map(() => null));
  expect(looksPlain({ ...form, value: '1', hasLive: true, liveValue: 'sk-live-1' })).toBeNull();
});

test('the form says what is not masked inside longer text', () => {
  const form = formOf(null);
  const said = (value: string) => unmaskedInside({ ...form, value });
  expect([said(''), said('sk-0123456789'), said('eu-1'), said('Production')]).toEqual([
    null,
    null,
    expect.stringMatching(/^A value under 8 characters is masked where it is the whole text, not inside/),
    expect.stringMatching(/^A common word is masked/),
  ]);
});

test('a secret that nobody typed anew stays as it is', () => {
  expect(changeOf(chosen(STORED), STORED)).toEqual({ plain: false });
  const own = { ...STORED, sameForLive: false };
  expect(changeOf(chosen(own), own)).toEqual({ plain: false });
  expect(changeOf({ ...chosen(own), liveValue: 'l' }, own)).toEqual({ plain: false, liveValue: 'l' });
});

test('a live value is given, kept empty on purpose, or taken away', () => {
  expect(changeOf({ ...chosen(null), value: 'v' }, null)).toEqual({ plain: false, value: 'v' });
  const form = { ...chosen(null), value: 'v', hasLive: true };
  expect(changeOf(form, null)).toEqual({ plain: false, value: 'v', liveValue: '' });
  const own = { ...STORED, sameForLive: false };
  expect(changeOf({ ...chosen(own), hasLive: false }, own)).toEqual({ plain: false, liveValue: null });
});

test('a readable variable is sent as it is shown', () => {
  const plain = { ...STORED, plain: true, value: 'v', sameForLive: false, liveValue: 'l' };
  expect(changeOf(chosen(plain), plain)).toEqual({ plain: true, value: 'v', liveValue: 'l' });
  expect(changeOf({ ...chosen(plain), value: '' }, plain)).toMatchObject({ value: '' });
});
