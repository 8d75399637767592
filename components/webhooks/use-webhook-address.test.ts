import { expect, test } from 'vitest';
import { leavesForm, type WebhookView } from './use-webhook-address';

const one = (id: string, tab: 'settings' | 'test'): WebhookView => ({
  kind: 'one',
  id,
  tab,
  deliveryId: null,
});

test('closing the panel or going elsewhere in it leaves a form; another tab of the same does not', () => {
  expect(leavesForm({ kind: 'new' }, null)).toBe(true);
  expect(leavesForm({ kind: 'new' }, { kind: 'list' })).toBe(true);
  expect(leavesForm(one('a', 'settings'), null)).toBe(true);
  expect(leavesForm(one('a', 'settings'), { kind: 'list' })).toBe(true);
  expect(leavesForm(one('a', 'settings'), one('b', 'settings'))).toBe(true);
  expect(leavesForm(one('a', 'settings'), one('a', 'test'))).toBe(false);
  expect(leavesForm({ kind: 'new' }, { kind: 'new' })).toBe(false);
  expect(leavesForm({ kind: 'list' }, null)).toBe(false);
  expect(leavesForm(null, { kind: 'new' })).toBe(false);
});
