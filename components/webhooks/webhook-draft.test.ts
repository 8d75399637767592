import { expect, test } from 'vitest';
import { changedFields, draftErrors, EMPTY_DRAFT, rebaseDraft } from './webhook-draft';

const BASE = { ...EMPTY_DRAFT, url: 'https://example.com/hooks' };

test('what the API would refuse is said at its field', () => {
  expect(draftErrors(BASE)).toEqual({});
  const errors = draftErrors({ ...BASE, url: 'ftp://example.com', levelFilter: [], triggerFilter: [] });
  expect(errors.url).toMatch(/http/);
  expect(errors.levelFilter).toMatch(/at least one level/);
  expect(errors.triggerFilter).toMatch(/at least one trigger/);
  expect(draftErrors(EMPTY_DRAFT).url).toMatch(/Enter the URL/);
});

test('a stale edit keeps what was typed and takes over what was not touched', () => {
  const mine = { ...BASE, includeFinalOutput: true, active: false };
  const theirs = { ...BASE, url: 'https://example.com/new', active: false };
  expect(rebaseDraft(BASE, mine, theirs)).toEqual({
    draft: { ...theirs, includeFinalOutput: true },
    conflicts: [],
    taken: ['url'],
  });
});

test('a field that both changed is a conflict and keeps what was typed', () => {
  const mine = { ...BASE, url: 'https://example.com/mine' };
  const theirs = { ...BASE, url: 'https://example.com/theirs' };
  const { draft, conflicts } = rebaseDraft(BASE, mine, theirs);
  expect(draft.url).toBe('https://example.com/mine');
  expect(conflicts).toEqual(['url']);
  expect(changedFields(draft, theirs)).toEqual(['url']);
});
