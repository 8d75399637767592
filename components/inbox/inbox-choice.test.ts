import { expect, test } from 'vitest';
import type { Mention } from '@/lib/services/comments/schema';
import type { OpenWait } from '@/lib/services/runs/wait-schema';
import { chosenMentions, chosenWaits, readInboxChoice, unseenOf, withInboxChoice } from './inbox-choice';

const wait = (title: string, more: Partial<OpenWait> = {}): OpenWait => ({
  kind: 'approval',
  title,
  text: '',
  blockId: 'ask',
  url: '/wait/x',
  startedAt: '2026-01-01T00:00:00.000Z',
  dueAt: null,
  workspaceId: 's',
  workspaceName: 'S',
  workflowId: 'w',
  workflowName: 'W',
  executionId: 'e',
  version: null,
  trigger: 'api',
  runStartedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const read = (search: string) => readInboxChoice(new URLSearchParams(search));

test('the choice is in the address, and what is as at first is not', () => {
  expect(read('')).toEqual({ kind: 'approval', isEverywhere: false, workflowIds: '' });
  const search = withInboxChoice('', { kind: 'callback', isEverywhere: true, workflowIds: 'a,b' });
  expect(read(search)).toEqual({ kind: 'callback', isEverywhere: true, workflowIds: 'a,b' });
  expect(withInboxChoice(search, { kind: 'approval', isEverywhere: false, workflowIds: '' })).toBe('');
});

test('what expires first stands first, then what has waited longest', () => {
  const waits = [
    wait('later', { startedAt: '2026-01-02T00:00:00.000Z' }),
    wait('never', { startedAt: '2026-01-01T00:00:00.000Z' }),
    wait('soon', { dueAt: '2026-01-03T00:00:00.000Z' }),
    wait('a program', { kind: 'callback' }),
    wait('another', { workflowId: 'v', dueAt: '2026-01-02T12:00:00.000Z' }),
  ];
  const titles = (search: string) => chosenWaits(waits, read(search)).map(({ title }) => title);
  expect(titles('')).toEqual(['another', 'soon', 'never', 'later']);
  expect(titles('workflowIds=w')).toEqual(['soon', 'never', 'later']);
  expect(titles('kind=callback')).toEqual(['a program']);
});

test('new mentions stand before those that were seen, and are counted', () => {
  const mention = (text: string, seenAt: string | null, workflowId = 'w'): Mention => ({
    commentId: text,
    threadId: 't',
    blockName: null,
    author: null,
    text,
    workspaceId: 's',
    workspaceName: 'S',
    workflowId,
    workflowName: 'W',
    createdAt: '2026-01-01T00:00:00.000Z',
    seenAt,
  });
  const data = [
    mention('seen', '2026-01-02T00:00:00.000Z'),
    mention('new', null),
    mention('other', null, 'v'),
  ];
  const texts = (search: string) => chosenMentions(data, read(search)).map(({ text }) => text);
  expect(texts('kind=mention')).toEqual(['new', 'other', 'seen']);
  expect(texts('kind=mention&workflowIds=w')).toEqual(['new', 'seen']);
  expect([unseenOf({ data }), unseenOf(undefined)]).toEqual([2, 0]);
});
