import { expect, test } from 'vitest';
import { closedList } from './closed-list';

const STATES = closedList('state of a lamp', ['on', 'off']);

test('a name is written into SQL as a literal', () => {
  expect(STATES.sql).toEqual({ on: "'on'", off: "'off'" });
  expect(STATES.is.off).toBe('off');
});

test('what a row holds is one of the names, or an error that says which it is', () => {
  expect(STATES.read('on')).toBe('on');
  expect(() => STATES.read('dim')).toThrow('The state of a lamp is “dim”, which this version does not know.');
  expect(() => STATES.read(null)).toThrow('null');
});

test('only plain words can be in a list, for they are spliced into SQL', () => {
  expect(() => closedList('state', ["on'; --"])).toThrow('not a plain word');
});
