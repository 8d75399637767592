import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey } from '../accounts/testing/test-workspace';
import { removeMember } from '../workspaces/remove-member';
import { changeErrorGroup } from './change-group';
import { listErrorGroupsEndpoint } from './endpoints';
import { getErrorGroup, listErrorGroupRuns } from './get-group';
import { commentOnErrorGroup, deleteErrorGroupComment, listErrorGroupComments } from './group-comments';
import { listErrorGroups } from './list-groups';
import { ErrorGroupChange, MAX_COMMENTS } from './schema';
import { type FailingWorkspace, groupOfLog, mintFailingWorkspace } from './testing/failing-workspace';

const HOUR_MS = 3_600_000;

let mill: FailingWorkspace;
beforeEach(async () => {
  mill = await mintFailingWorkspace();
});
afterAll(closeDatabase);

const list = (query: Record<string, string> = {}, actor: Actor = mill.reader) =>
  listErrorGroups(actor, listErrorGroupsEndpoint.query!.parse({ workspaceId: mill.workspaceId, ...query }));
const codes = async (query: Record<string, string> = {}) => (await list(query)).data.map(({ code }) => code);
const get = async (id: string) => (await getErrorGroup(mill.reader, { id })).data;
const set = (id: string, change: object, actor: Actor = mill.writer) =>
  changeErrorGroup(actor, { id, ...ErrorGroupChange.parse(change) });

/** Records and groups a failed run. @returns the id of its group */
async function failedIn(...failing: Parameters<FailingWorkspace['fail']>): Promise<string> {
  const logId = await mill.fail(...failing);
  await mill.group();
  return groupOfLog(logId);
}

test('groups are listed by their last failure, page by page, with counts by state', async () => {
  const first = await failedIn({ code: 'A' });
  await failedIn({ code: 'B' });
  await failedIn({ code: 'C', version: 7, tags: ['order 1'] });
  await failedIn({ code: 'A', version: 6 });
  expect(await codes()).toEqual(['A', 'C', 'B']);
  const page = await list({ limit: '2' });
  expect(page.data.map(({ code }) => code)).toEqual(['A', 'C']);
  expect(await codes({ limit: '2', cursor: page.nextCursor! })).toEqual(['B']);
  expect((await list({ limit: '3' })).nextCursor).toBeNull();
  expect(await refusalOf(list({ cursor: 'nonsense' }))).toBe('cursor_invalid');

  await set(first, { state: 'resolved' });
  expect((await list()).counts).toEqual({ new: 2, acknowledged: 0, resolved: 1, ignored: 0 });
  expect(await codes({ states: 'new,acknowledged' })).toEqual(['C', 'B']);
  expect(await codes({ workflowIds: mill.exampleId, states: 'resolved' })).toEqual(['A']);
  expect(await codes({ workflowIds: newId() })).toEqual([]);
  const group = await get(first);
  expect(group).toMatchObject({
    code: 'A',
    shape: 'Order … was not found.',
    message: 'Order 8812 was not found.',
    blockName: 'fetch',
    count: 2,
    state: 'resolved',
    stateChangedBy: { name: 'writer' },
    versions: [
      { version: 6, count: 1 },
      { version: null, count: 1 },
    ],
    topTags: [],
  });
  expect(await codes({ logId: group.lastLogId })).toEqual(['A']);
  expect(await codes({ logId: newId() })).toEqual([]);
  expect(await codes({ logId: 'nonsense' })).toEqual([]);
});

test('runs that nobody has looked at yet are counted', async () => {
  await mill.fail();
  expect((await list()).pendingRuns).toBe(1);
  await mill.group();
  expect((await list()).pendingRuns).toBe(0);
});

test('a group lists its runs, the newest first, with their logs', async () => {
  const logIds: string[] = [];
  for (const version of [null, 1, 2]) logIds.unshift(await mill.fail({ version }));
  await mill.group();
  const id = await groupOfLog(logIds[0]!);
  const { data, nextCursor } = await listErrorGroupRuns(mill.reader, { id, limit: 2 });
  expect(data.map(({ logId, version }) => [logId, version])).toEqual([
    [logIds[0], 2],
    [logIds[1], 1],
  ]);
  const rest = await listErrorGroupRuns(mill.reader, { id, limit: 2, cursor: nextCursor! });
  expect(rest).toMatchObject({ data: [{ logId: logIds[2], version: null }], nextCursor: null });
});

test('who may see, change and comment', async () => {
  const id = await failedIn();
  await expectOutcomes(mill, (actor) => list({}, actor), { stranger: 'forbidden', reader: 'done' });
  await expectOutcomes(mill, (actor) => getErrorGroup(actor, { id }), {
    stranger: 'not_found',
    reader: 'done',
  });
  const writers = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => set(id, { state: 'acknowledged' }, actor), writers);
  const comment = (actor: Actor) => commentOnErrorGroup(actor, { id, text: 'Look', requestKey: newId() });
  await expectOutcomes(mill, comment, writers);
  for (const unknown of [newId(), 'nonsense'])
    expect(await refusalOf(set(unknown, { state: 'new' }))).toBe('not_found');
});

test('a key that may not read logs changes no group, because the answer shows a message', async () => {
  const id = await failedIn();
  const change = (scopes: Parameters<typeof byKey>[1]) =>
    refusalOf(set(id, { state: 'acknowledged' }, byKey(mill.writer, scopes)));
  expect(await change(['workflows:write'])).toBe('forbidden');
  expect((await get(id)).state).toBe('new');
  expect(await change(['workflows:write', 'logs:read'])).toBe('done');
});

test('a change is in the audit with what was changed', async () => {
  const id = await failedIn();
  const { userId } = mill.admin;
  await set(id, { state: 'resolved', resolvedInVersion: 7, assigneeId: userId });
  await set(id, { assigneeId: null });
  const where = { workspaceId: mill.workspaceId, action: 'error_group.updated' };
  const events = await prisma().auditEvent.findMany({ where });
  const name = 'SCRIPT_ERROR: Order … was not found.';
  const entries = [
    [id, { name, state: 'resolved', resolvedInVersion: 7, assignedTo: 'admin' }],
    [id, { name, assignedTo: 'nobody' }],
  ];
  expect(events.length).toBe(entries.length);
  expect(events.map(({ target, detail }) => [target, detail])).toEqual(expect.arrayContaining(entries));
});

test('one assigns members alone, and who leaves is assigned no longer', async () => {
  const id = await failedIn();
  const { userId } = mill.reader;
  for (const assigneeId of [mill.stranger.userId, 'nonsense'])
    expect(await refusalOf(set(id, { assigneeId }))).toBe('invalid_request');
  expect((await set(id, { assigneeId: userId })).data).toMatchObject({
    state: 'new',
    assignee: { id: userId, name: 'reader' },
  });
  expect(await codes({ assigneeId: userId })).toEqual(['SCRIPT_ERROR']);
  await removeMember(mill.admin, { workspaceId: mill.workspaceId, userId });
  expect((await getErrorGroup(mill.writer, { id })).data.assignee).toBeNull();
});

test('a resolved group becomes new again by a run that started later, not by one that was under way', async () => {
  const id = await failedIn();
  await set(id, { state: 'resolved', assigneeId: mill.admin.userId });
  await failedIn();
  expect(await get(id)).toMatchObject({ count: 2, state: 'resolved', reopenedAt: null });
  await failedIn({ startedAtMs: Date.now() + HOUR_MS });
  expect(await get(id)).toMatchObject({
    count: 3,
    state: 'new',
    reopenedAt: expect.any(String),
    stateChangedAt: null,
    assignee: { name: 'admin' },
  });
});

test('one that is resolved in version 7 becomes new again by version 7, not by older ones', async () => {
  const id = await failedIn({ version: 6 });
  await set(id, { state: 'resolved', resolvedInVersion: 7 });
  await failedIn({ version: 6, startedAtMs: Date.now() + HOUR_MS });
  expect(await get(id)).toMatchObject({ count: 2, state: 'resolved', resolvedInVersion: 7 });
  await failedIn({ version: 7 });
  expect(await get(id)).toMatchObject({ count: 3, state: 'new', resolvedInVersion: null });
});

test('an ignored group is counted silently until its time is over', async () => {
  const id = await failedIn();
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  expect(await refusalOf(set(id, { state: 'ignored', ignoredUntil: '2020-01-01T00:00:00Z' }))).toBe(
    'invalid_request',
  );
  await set(id, { state: 'ignored', ignoredUntil: until });
  await failedIn();
  expect(await get(id)).toMatchObject({ count: 2, state: 'ignored', ignoredUntil: until });
  await failedIn({ startedAtMs: Date.now() + 2 * HOUR_MS });
  expect(await get(id)).toMatchObject({ count: 3, state: 'new', ignoredUntil: null });
});

test.each([
  [{}, 'state'],
  [{ state: 'new', resolvedInVersion: 7 }, 'resolvedInVersion'],
  [{ state: 'resolved', ignoredUntil: '2999-01-01T00:00:00Z' }, 'ignoredUntil'],
  [{ state: 'resolved', resolvedInVersion: 0 }, 'resolvedInVersion'],
  [{ state: 'gone' }, 'state'],
])('the change %j is refused', (change, param) => {
  const { error } = ErrorGroupChange.safeParse(change);
  expect(error?.issues.map(({ path }) => path[0])).toEqual([param]);
});

test('comments are listed in their order; people delete their own, admins any', async () => {
  const id = await failedIn();
  const request = { id, text: 'Since the deploy?\nI look at it.', requestKey: newId() };
  const [one, same] = await Promise.all([
    commentOnErrorGroup(mill.writer, request),
    commentOnErrorGroup(mill.writer, request),
  ]);
  expect(one).toEqual(same);
  const { data: own } = await commentOnErrorGroup(mill.admin, { id, text: 'Yes.', requestKey: newId() });
  const texts = async () =>
    (await listErrorGroupComments(mill.reader, { id })).data.map(({ text, author }) => [author?.name, text]);
  expect(await texts()).toEqual([
    ['writer', 'Since the deploy?\nI look at it.'],
    ['admin', 'Yes.'],
  ]);
  expect((await get(id)).comments).toBe(2);
  const remove = (actor: Actor, commentId: string) => deleteErrorGroupComment(actor, { id, commentId });
  expect(await refusalOf(remove(mill.writer, own.id))).toBe('forbidden');
  await remove(mill.writer, one.data.id);
  await remove(mill.owner, own.id);
  expect(await refusalOf(remove(mill.owner, own.id))).toBe('not_found');
  expect(await texts()).toEqual([]);
  const deleted = await prisma().auditEvent.findMany({
    where: { workspaceId: mill.workspaceId, action: 'error_group.comment_deleted' },
  });
  expect(deleted).toMatchObject([{ target: id, userId: mill.owner.userId }]);
});

test('a group has a limited number of comments', async () => {
  const id = await failedIn();
  await pool().query(
    `INSERT INTO runtime.error_group_comment (id, group_id, text, request_key)
     SELECT gen_random_uuid(), $1, 'x', n::text FROM generate_series(1, $2::integer) n`,
    [id, MAX_COMMENTS],
  );
  const more = commentOnErrorGroup(mill.writer, { id, text: 'One more', requestKey: newId() });
  expect(await refusalOf(more)).toBe('quota_exceeded');
});
