import { expect, test } from 'vitest';
import { readErrorChoice, withErrorChoice } from './error-choice';

const read = (search: string) => readErrorChoice(new URLSearchParams(search));

test('open errors of all workflows are the default, and stay out of the address', () => {
  const defaults = { tab: 'open', workflowIds: '', isMine: false, logId: '', openId: '' };
  expect(read('')).toEqual(defaults);
  expect(read('show=nonsense&assignee=you')).toEqual(defaults);
  expect(withErrorChoice('show=resolved&assignee=me', { tab: 'open', isMine: false })).toBe('');
});

test('a change keeps the other filters, and what belongs to others', () => {
  const search = withErrorChoice('show=ignored&x=1', { workflowIds: 'a,b', openId: 'g' });
  expect(read(search)).toEqual({ tab: 'ignored', workflowIds: 'a,b', isMine: false, logId: '', openId: 'g' });
  expect(new URLSearchParams(search).get('x')).toBe('1');
  expect(read(withErrorChoice(search, { openId: '' })).openId).toBe('');
});
