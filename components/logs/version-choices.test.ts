import { expect, test } from 'vitest';
import { versionChoices } from './version-choices';

const values = (known?: Parameters<typeof versionChoices>[1]) => {
  const { options, proposed } = versionChoices('w', known);
  return [options.map(({ value }) => value), proposed];
};

test('the live version is offered unless the workflow has none', () => {
  expect(values([{ id: 'w', liveVersion: 3 }])).toEqual([['original', 'live', 'draft'], 'live']);
  expect(values(undefined)).toEqual([['original', 'live', 'draft'], 'live']);
  const others = [
    { id: 'other', liveVersion: 1 },
    { id: 'w', liveVersion: null },
  ];
  expect(values(others)).toEqual([['original', 'draft'], 'draft']);
});
