import { describe, expect, it } from 'vitest';
import type { LogSummary } from '@/lib/services/logs/schema';
import { mergeNewest } from './merge-newest';

const row = (id: string, second: number): LogSummary => ({
  id,
  workflowId: 'w',
  version: null,
  tags: [],
  executionId: `e-${id}`,
  level: 'info',
  status: 'success',
  trigger: 'api',
  startedAt: new Date(second * 1_000).toISOString(),
  endedAt: new Date(second * 1_000).toISOString(),
  totalDurationMs: 1,
  waitedMs: 0,
  cost: { total: 0 },
  files: null,
});
const more = { cursor: 'c', query: { workspaceId: 'w' } };
const ids = (pages: ReturnType<typeof mergeNewest>['pages']) =>
  pages.map((page) => page.rows.map((each) => each.id));

describe('mergeNewest', () => {
  it('puts new rows on top and leaves known ones alone', () => {
    const merged = mergeNewest(
      [{ rows: [row('b', 2), row('a', 1)], next: more }],
      [row('c', 3), row('b', 2)],
    );
    expect(ids(merged.pages)).toEqual([['c', 'b', 'a']]);
    expect(merged).toMatchObject({ added: 1, gap: false });
  });

  it('puts a late finisher between the rows it started between', () => {
    const merged = mergeNewest(
      [{ rows: [row('c', 3), row('a', 1)], next: more }],
      [row('c', 3), row('b', 2)],
    );
    expect(ids(merged.pages)).toEqual([['c', 'b', 'a']]);
  });

  it('leaves a row older than the first page to its own page', () => {
    const pages = [{ rows: [row('c', 3), row('b', 2)], next: more }];
    expect(mergeNewest(pages, [row('c', 3), row('a', 1)])).toMatchObject({ added: 0, pages });
  });

  it('tells when rows may be missing in between', () => {
    expect(mergeNewest([{ rows: [row('a', 1)], next: more }], [row('z', 99)]).gap).toBe(true);
    expect(mergeNewest([{ rows: [], next: null }], [row('z', 99)])).toMatchObject({ gap: false, added: 1 });
  });
});
