import { expect, test } from 'vitest';
import { SCOPES } from '@/lib/services/access/actor';
import { KEY_PRESETS, presetOf } from './key-presets';

test('scopes are recognised as their preset, in any order; others have none', () => {
  expect(KEY_PRESETS.map(({ scopes }) => presetOf([...scopes].toReversed()))).toEqual([
    'Run workflows',
    'Read logs',
    'Everything',
  ]);
  expect(presetOf([])).toBeNull();
  expect(presetOf(['logs:read', 'workflows:run'])).toBeNull();
  expect(presetOf(SCOPES.slice(1))).toBeNull();
});

test('a new key begins with one scope', () => {
  expect(KEY_PRESETS[0].scopes).toEqual(['workflows:run']);
});
