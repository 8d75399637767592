import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StateSince } from './error-facts';

const AT = '2026-01-31T12:00:00.000Z';
const ADA = { id: 'u', name: 'Ada' };
const IGNORED = {
  state: 'ignored',
  stateChangedAt: AT,
  stateChangedBy: ADA,
  resolvedInVersion: null,
  reopenedAt: null,
} as const;

const words = (group: Parameters<typeof StateSince>[0]['group']) =>
  renderToStaticMarkup(<StateSince group={group} />)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('an ignored error says until when, in words that suit a time that is still to come', () => {
  const untilMs = Date.now() + 7 * 86_400_000;
  const text = words({ ...IGNORED, ignoredUntil: new Date(untilMs).toISOString() });
  expect(text).toMatch(/^Ignored .* by Ada until a failure after \w+ \d+(, \d+)?, \d\d:\d\d$/);
});

test('one that is ignored for good names no time', () => {
  expect(words({ ...IGNORED, ignoredUntil: null })).toMatch(/^Ignored .* by Ada$/);
});
