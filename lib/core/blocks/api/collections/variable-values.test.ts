import { expect, test } from 'vitest';
import { filled, variableValues } from './variable-values';

const valuesOf = (written: Record<string, string>) => {
  const lookUp = variableValues(Object.entries(written).map(([name, value]) => ({ name, value })));
  return Object.fromEntries(Object.keys(written).map((name) => [name, lookUp(name)]));
};

test('a value that names others has theirs in it', () => {
  const written = {
    BASE_URL: '{{SCHEME}}://{{HOST}}/v2',
    SCHEME: 'https',
    HOST: '{{NAME}}.test',
    NAME: 'pets',
  };
  expect(valuesOf(written)).toMatchObject({ BASE_URL: 'https://pets.test/v2', HOST: 'pets.test' });
  expect(variableValues([])('OTHER')).toBeUndefined();
});

test('one that names itself, or nothing known, keeps the name', () => {
  expect(valuesOf({ A: 'a{{B}}', B: 'b{{A}}', C: '{{NONE}}' })).toMatchObject({
    A: 'ab{{A}}',
    C: '{{NONE}}',
  });
});

test('values that would grow without end stay as they are written', () => {
  const names = Array.from({ length: 60 }, (_, at) => `V${at}`);
  const twice = (at: number) => `{{V${at + 1}}}`.repeat(1_000);
  const values = valuesOf(
    Object.fromEntries(names.map((name, at) => [name, at < 59 ? twice(at) : 'x'.repeat(100)])),
  );
  for (const value of Object.values(values)) expect(value!.length).toBeLessThan(20_000);
});

test('a value takes the place of its name in every text', () => {
  const values = new Map([['NAME', 'Ada']]);
  expect(filled({ rows: [{ value: 'Hi {{NAME}} {{OTHER}}', enabled: true }] }, values)).toEqual({
    rows: [{ value: 'Hi Ada {{OTHER}}', enabled: true }],
  });
});
