import { expect, test } from 'vitest';
import { EVERY } from '../references/rule-path';
import { nameForm, prepareRules, readRedactedPath, whyNotName, whyNotPath } from './rules';

test.each([
  ['shop.data.customer.email', { head: 'shop', steps: ['data', 'customer', 'email'] }],
  ['<Get Order.data[0].iban>', { head: 'getorder', steps: ['data', 0, 'iban'] }],
  ['input.items[*].card', { head: 'input', steps: ['items', EVERY, 'card'] }],
  ["input['odd key']", { head: 'input', steps: ['odd key'] }],
])('%s is a path', (path, read) => {
  expect(readRedactedPath(path)).toEqual(read);
  expect(whyNotPath(path)).toBeNull();
});

test.each(['', 'api', '<api>', '.data', 'api.', 'api..x', 'api.data[', `input.${'a'.repeat(300)}`])(
  '“%s” is no path',
  (path) => {
    expect(readRedactedPath(path)).toBeNull();
    expect(whyNotPath(path)).toContain('is not a path');
  },
);

test('a name is compared without capitals, underscores, hyphens and spaces', () => {
  for (const name of ['cardNumber', 'Card_Number', 'card-number', 'CARD NUMBER'])
    expect(nameForm(name)).toBe('cardnumber');
});

test.each(['', ' _-', 'a.b', 'a[0]', 'Message', 'retry_after_ms', 'n'.repeat(65)])(
  '“%s” is refused as a name',
  (name) => expect(whyNotName(name)).not.toBeNull(),
);

test('without rules there is nothing to prepare', () => {
  expect(prepareRules({ names: [], paths: [] })).toBeNull();
  expect(prepareRules({ names: ['iban'], paths: [] })?.names).toEqual(new Set(['iban']));
});
