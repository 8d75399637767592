import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ErrorGroup } from '@/lib/services/error-groups/schema';
import { ErrorRow } from './error-row';

const AT = '2026-01-31T12:00:00.000Z';
const GROUP: ErrorGroup = {
  id: 'g',
  workflowId: 'w',
  workflowName: 'Import orders',
  blockId: 'fetch',
  blockName: 'fetch',
  code: 'HTTP_STATUS',
  shape: 'Order … was not found.',
  message: 'Order 8812 was not found.',
  count: 1_204,
  firstSeenAt: AT,
  lastSeenAt: AT,
  lastLogId: 'l',
  state: 'new',
  stateChangedAt: null,
  stateChangedBy: null,
  resolvedInVersion: null,
  ignoredUntil: null,
  reopenedAt: null,
  assignee: null,
  tags: 0,
  comments: 0,
};

const shown = (change: Partial<ErrorGroup>, isOpen = false) =>
  renderToStaticMarkup(
    <ul>
      <ErrorRow
        group={{ ...GROUP, ...change }}
        href="/w/1/errors?error=g"
        isOpen={isOpen}
        onOpen={() => {}}
      />
    </ul>,
  );
const text = (markup: string) => markup.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('a row names what failed, where, how often and in which state', () => {
  const words = text(shown({}));
  for (const part of ['Order … was not found.', 'New', 'Import orders · fetch', 'HTTP_STATUS', '1,204 runs'])
    expect(words).toContain(part);
  expect(words).not.toContain('assigned');
  expect(shown({})).toContain('href="/w/1/errors?error=g"');
});

test('a row names its assignee and comments, and which one is open', () => {
  const words = text(shown({ assignee: { id: 'u', name: 'Ada' }, comments: 1, count: 1 }));
  for (const part of ['assigned to Ada', '1 comment ', '1 run ']) expect(words).toContain(part);
  expect(shown({}, true)).toContain('aria-current="true"');
  expect(shown({})).not.toContain('aria-current');
});
