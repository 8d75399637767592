import { expect, test } from 'vitest';
import { binaryArray } from './binary-array';
import { insertSelect, unnestRows } from './unnest-rows';

interface Person {
  name: string;
  age: number | null;
}
const PEOPLE = unnestRows<Person>([
  { column: 'name', type: 'text', of: ({ name }) => name },
  { column: 'age', type: 'integer', of: ({ age }) => age },
]);

test('one list of columns makes the FROM and the parameters in the same order', () => {
  expect(PEOPLE.from('p')).toBe('unnest($1::text[], $2::integer[]) AS p(name, age)');
  expect(PEOPLE.from('p', 4)).toBe('unnest($4::text[], $5::integer[]) AS p(name, age)');
  const rows = [
    { name: 'Ada', age: 36 },
    { name: 'Eve', age: null },
  ];
  expect(PEOPLE.values(rows)).toEqual([
    binaryArray('text', ['Ada', 'Eve']),
    binaryArray('integer', [36, null]),
  ]);
  expect([PEOPLE.parameters, PEOPLE.parameter('age')]).toEqual([2, '$2']);
  expect(() => PEOPLE.parameter('size')).toThrow('size');
});

test('one row alone has a parameter for each cell', () => {
  expect(PEOPLE.fromOne('p')).toBe('(SELECT $1::text AS name, $2::integer AS age) AS p');
  expect(PEOPLE.fromOne('p', 3)).toBe('(SELECT $3::text AS name, $4::integer AS age) AS p');
  expect(PEOPLE.valuesOf({ name: 'Eve', age: null })).toEqual(['Eve', null]);
});

test('no rows are empty arrays, one for each column', () => {
  expect(PEOPLE.values([])).toEqual([binaryArray('text', []), binaryArray('integer', [])]);
});

test('inserted columns have the same order as their expressions', () => {
  expect(insertSelect('runtime.person', { born: 'now()', name: true, age: 'p.age + 1' })).toBe(
    'INSERT INTO runtime.person (born, name, age) SELECT now(), name, p.age + 1',
  );
});
