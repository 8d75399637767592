import { expect, test } from 'vitest';
import { prepare } from './prepared';

interface Input {
  id: string;
  from: number;
}
const id = (input: Input) => input.id;

test('parameters are numbered in the order in which the text takes them, the same one once', () => {
  const statement = prepare<Input>('name', (take) => {
    const from = take('bigint', (input) => input.from);
    return `SELECT ${from} WHERE a = ${take('uuid', id)} OR b = ${from} OR c = ${take('uuid', id)}`;
  });
  expect(statement.with({ id: 'x', from: 7 })).toEqual({
    name: 'name',
    text: 'SELECT $1::bigint WHERE a = $2::uuid OR b = $1::bigint OR c = $2::uuid',
    values: [7, 'x'],
  });
});

test('a statement without parameters has no values', () => {
  expect(prepare<null>('n', () => 'SELECT 1').with(null)).toEqual({
    name: 'n',
    text: 'SELECT 1',
    values: [],
  });
});
