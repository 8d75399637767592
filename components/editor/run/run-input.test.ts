import { expect, test } from 'vitest';
import { writeJson } from '@/lib/platform/text/json-text';
import { lineDocument } from '../document/line-document.fixture';
import { inputsOfRun } from '../fields/inputs-of-run';
import { lastInput, readInput, recallInput, rememberInput } from './run-input';

/** An in-memory storage like a browser's. */
function newStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage;
}

test('a run is asked for the inputs of its beginning, once', () => {
  const inputs = inputsOfRun(lineDocument());
  expect(inputs.map((input) => input.name)).toEqual(['id']);
  const storage = newStorage();
  expect(lastInput(storage, 'w', inputs)).toBeNull();
  rememberInput(storage, 'w', { id: '7', renamed: 'x' });
  expect(lastInput(storage, 'w', inputs)).toEqual({ id: '7' });
  expect(lastInput(storage, 'another', inputs)).toBeNull();
  const wantsMore = [...inputs, { name: 'count', type: 'number', required: true } as const];
  expect(lastInput(storage, 'w', wantsMore)).toBeNull();
  expect(lastInput(storage, 'w', [{ name: 'n', type: 'string', required: true, default: 'x' }])).toEqual({});
});

test('an input too long to keep is asked for again, the others stand in the form', () => {
  const storage = newStorage();
  rememberInput(storage, 'w', { id: '7', file: 'x'.repeat(100_001) });
  const inputs = [
    { name: 'id', type: 'string', required: true },
    { name: 'file', type: 'object', required: false },
  ] as const;
  expect(lastInput(storage, 'w', inputs)).toBeNull();
  expect(recallInput(storage, 'w')).toEqual({ id: '7' });
});

test('texts become values of their types, empty ones are left to their defaults', () => {
  const { input, errors } = readInput(
    [
      { name: 'text', type: 'string', required: true },
      { name: 'count', type: 'number', required: false },
      { name: 'yes', type: 'boolean', required: false },
      { name: 'list', type: 'array', required: false },
      { name: 'none', type: 'string', required: false },
    ],
    { text: '007', count: '12.5', yes: 'false', list: '[1]', none: '' },
  );
  expect(input).toEqual({ text: '007', count: 12.5, yes: false, list: [1] });
  expect(errors).toEqual({});
});

test('numbers keep their digits, and are no objects', () => {
  const field = (type: 'number' | 'object') => [{ name: 'n', type, required: true }];
  const texts = { n: '9007199254740993' };
  expect(writeJson(readInput(field('number'), texts).input)).toBe('{"n":9007199254740993}');
  expect(Object.keys(readInput(field('object'), texts).errors)).toEqual(['n']);
});

test('what is missing or of another type is said at its field', () => {
  const { errors } = readInput(
    [
      { name: 'id', type: 'string', required: true },
      { name: 'count', type: 'number', required: false },
      { name: 'user', type: 'object', required: false },
      { name: 'list', type: 'array', required: false },
    ],
    { count: 'many', user: '[1]', list: '{"a"' },
  );
  expect(Object.keys(errors)).toEqual(['id', 'count', 'user', 'list']);
});
