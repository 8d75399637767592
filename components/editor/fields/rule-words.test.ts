import { expect, test } from 'vitest';
import { RULE_OPERATORS } from '@/lib/core/blocks/condition/rules';
import { operatorOptions } from './rule-words';

test('every comparison has its words once, those of the known type before other types', () => {
  const values = operatorOptions(null).map(({ value }) => value);
  expect(values.toSorted()).toEqual(Object.keys(RULE_OPERATORS).toSorted());
  const groups = operatorOptions('date').map(({ group }) => group);
  expect([...new Set(groups)]).toEqual([
    'Any value',
    'Date and time',
    'Text',
    'Number',
    'True or false',
    'List',
  ]);
});
