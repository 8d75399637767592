import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SMALL_DOCUMENT } from '../../core/workflow/example-document';
import { WorkflowDocument } from '../../core/workflow/schema';
import { NO_ROOM } from '../../platform/http/answer-room';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintUser, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { deleteWorkspace } from '../removal/delete-workspace';
import { purgeWorkflow } from '../removal/purge-workflow';
import type { SharedEvent } from '../shared-edits/schema';
import { watchEdits } from '../shared-edits/watch-edits';
import { createWorkflow } from '../workflows/create-workflow';
import { getWorkflow } from '../workflows/get-workflow';
import { removeMember } from '../workspaces/remove-member';
import { deleteComment, editComment, resolveThread } from './change-comment';
import { listComments } from './list-comments';
import { CommentText } from './schema';
import { reply, startThread } from './start-thread';

let mill: TestWorkspace;
let id: string;
beforeAll(startListening);
beforeEach(async () => {
  mill = await mintWorkspace();
  const document = WorkflowDocument.parse(SMALL_DOCUMENT);
  const input = { workspaceId: mill.workspaceId, name: 'Flow', document };
  id = (await createWorkflow(mill.writer, input)).data.id;
});
afterAll(async () => {
  await stopListening();
  await closeDatabase();
});

const start = async (actor: Actor = mill.writer, blockId: string | null = 'greeting', text = 'Why GET?') =>
  (await startThread(actor, { id, blockId, text, requestKey: newId() })).data;
const answer = (actor: Actor, threadId: string, text = 'No reason.') =>
  reply(actor, { id, threadId, text, requestKey: newId() });
const all = async (actor: Actor = mill.reader) => (await listComments(actor, { id })).data;
const rows = async () =>
  (await pool().query('SELECT text FROM comment WHERE workflow_id = $1 ORDER BY id', [id])).rows;

const WRITERS = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;

test('a thread on a block is answered, edited, resolved and reopened; every member reads it', async () => {
  const { id: threadId } = await start();
  await start(mill.owner, null, 'About all of it\nin two lines');
  await answer(mill.admin, threadId);
  const [whole, onBlock] = await all();
  expect(whole).toMatchObject({ blockId: null, blockName: null, comments: [{ text: /two lines/ }] });
  expect(onBlock).toMatchObject({ id: threadId, blockId: 'greeting', blockName: 'greeting', resolved: null });
  expect(onBlock?.comments.map(({ text, author }) => [text, author?.name])).toEqual([
    ['Why GET?', 'writer'],
    ['No reason.', 'admin'],
  ]);

  const commentId = onBlock?.comments[0]?.id ?? '';
  const { data: edited } = await editComment(mill.writer, { id, commentId, text: 'Why not POST?' });
  expect(edited.comments[0]).toMatchObject({ text: 'Why not POST?', editedAt: expect.any(String) });
  expect(edited.comments[1]?.editedAt).toBeNull();
  const { data: resolved } = await resolveThread(mill.admin, { id, threadId, resolved: true });
  expect(resolved.resolved).toMatchObject({ by: { name: 'admin' } });
  // The first person to resolve it stays recorded.
  const again = await resolveThread(mill.owner, { id, threadId, resolved: true });
  expect(again.data.resolved).toEqual(resolved.resolved);
  const { data: reopened } = await resolveThread(mill.writer, { id, threadId, resolved: false });
  expect(reopened.resolved).toBeNull();
});

test('who may comment, reply, resolve and read', async () => {
  const { id: threadId } = await start();
  await expectOutcomes(mill, () => all(), { reader: 'done' });
  expect(await refusalOf(all(mill.stranger))).toBe('not_found');
  await expectOutcomes(mill, (actor) => start(actor), WRITERS);
  await expectOutcomes(mill, (actor) => answer(actor, threadId), WRITERS);
  await expectOutcomes(mill, (actor) => resolveThread(actor, { id, threadId, resolved: true }), WRITERS);
});

test('one edits one’s own alone; admins delete any, also of who left', async () => {
  const { comments, id: threadId } = await start();
  const commentId = comments[0]?.id ?? '';
  const edit = (actor: Actor) => editComment(actor, { id, commentId, text: 'Other words' });
  await expectOutcomes(mill, edit, {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
    admin: 'forbidden',
    owner: 'forbidden',
  });
  const { data: second } = await answer(mill.owner, threadId);
  const ownersId = second.comments[1]?.id ?? '';
  const remove = (actor: Actor) => deleteComment(actor, { id, commentId: ownersId });
  for (const [actor, code] of [
    [mill.stranger, 'not_found'],
    [mill.reader, 'forbidden'],
    [mill.writer, 'forbidden'],
    [mill.admin, 'done'],
    [mill.admin, 'not_found'],
  ] as const)
    expect(await refusalOf(remove(actor))).toBe(code);
  const { rows: audited } = await pool().query(
    `SELECT user_id, target, detail FROM audit_event WHERE workspace_id = $1 AND action = 'comment.deleted'`,
    [mill.workspaceId],
  );
  expect(audited).toEqual([
    { user_id: mill.admin.userId, target: id, detail: { authorId: mill.owner.userId } },
  ]);

  await removeMember(mill.admin, { workspaceId: mill.workspaceId, userId: mill.writer.userId });
  expect((await all())[0]?.comments[0]?.author?.name).toBe('writer');
  await pool().query('UPDATE comment SET author_id = NULL WHERE id = $1', [commentId]);
  expect((await all())[0]?.comments[0]?.author).toBeNull();
  await deleteComment(mill.admin, { id, commentId });
  expect(await all()).toEqual([]);
});

test('when an account is deleted, what it wrote and resolved stays, without its name', async () => {
  const userId = await mintUser('leaver');
  const roles = new Map([[mill.workspaceId, 'writer' as const]]);
  const leaver: Actor = { kind: 'user', userId, roles };
  const { id: threadId } = await start(leaver);
  await resolveThread(leaver, { id, threadId, resolved: true });
  await pool().query('DELETE FROM "user" WHERE id = $1', [userId]);
  expect(await all()).toMatchObject([{ resolved: { by: null }, comments: [{ author: null }] }]);
});

test('a thread whose first comment is deleted goes on with the next, and goes with its last', async () => {
  const { id: threadId, comments } = await start();
  const { data } = await answer(mill.admin, threadId);
  await deleteComment(mill.writer, { id, commentId: comments[0]?.id ?? '' });
  expect((await all())[0]?.comments.map(({ text }) => text)).toEqual(['No reason.']);
  await deleteComment(mill.admin, { id, commentId: data.comments[1]?.id ?? '' });
  expect(await all()).toEqual([]);
  expect(await refusalOf(answer(mill.writer, threadId))).toBe('not_found');
});

test('a request that is sent again, or twice at once, writes one comment', async () => {
  const request = { id, blockId: 'greeting', text: 'Once', requestKey: newId() };
  const [a, b] = await Promise.all([startThread(mill.writer, request), startThread(mill.writer, request)]);
  expect(a.data).toEqual(b.data);
  const again = { id, threadId: a.data.id, text: 'Twice?', requestKey: newId() };
  await reply(mill.writer, again);
  await reply(mill.writer, again);
  // Another person's request is a different one, even with the same key.
  await reply(mill.admin, again);
  expect(await rows()).toEqual([{ text: 'Once' }, { text: 'Twice?' }, { text: 'Twice?' }]);
});

test('comments are of one workflow: with another’s id none is found', async () => {
  const { id: threadId, comments } = await start();
  const commentId = comments[0]?.id ?? '';
  const other = mill.exampleId;
  const key = { requestKey: newId(), text: 'x' };
  const tries = [
    reply(mill.owner, { id: other, threadId, ...key }),
    resolveThread(mill.owner, { id: other, threadId, resolved: true }),
    editComment(mill.writer, { id: other, commentId, text: 'x' }),
    deleteComment(mill.owner, { id: other, commentId }),
    deleteComment(mill.owner, { id, commentId: 'nonsense' }),
    reply(mill.owner, { id, threadId: 'nonsense', ...key }),
    startThread(mill.owner, { id: newId(), blockId: null, ...key }),
  ];
  expect(new Set(await Promise.all(tries.map(refusalOf)))).toEqual(new Set(['not_found']));
  expect((await all()).length).toBe(1);
});

test('a thread begins on a block that is there; it stays when the block is gone', async () => {
  expect(await refusalOf(start(mill.writer, 'nowhere'))).toBe('invalid_request');
  const { id: threadId } = await start();
  await pool().query(`UPDATE workflow SET document = document #- '{blocks,greeting}' WHERE id = $1`, [id]);
  await answer(mill.admin, threadId);
  expect(await all()).toMatchObject([{ blockId: 'greeting', blockName: 'greeting', comments: [{}, {}] }]);
});

test('the text is plain, has lines, and an end', () => {
  expect(CommentText.parse('  <b>a</b>\nb\n')).toBe('<b>a</b>\nb');
  for (const wrong of ['', ' \n ', 'a\u0000b', 'x'.repeat(4_001)])
    expect(CommentText.safeParse(wrong).success).toBe(false);
  expect(CommentText.safeParse('x'.repeat(4_000)).success).toBe(true);
});

test('more in a minute than anybody writes is refused', async () => {
  const { id: threadId } = await start();
  const tries = Array.from({ length: 70 }, () => refusalOf(answer(mill.admin, threadId)));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(60);
  expect(outcomes).toContain('rate_limited');
  expect(await refusalOf(answer(mill.writer, threadId))).toBe('done');
});

test('comments go with their workflow and their workspace, and with nothing else of it', async () => {
  await start();
  const { data: copied } = await getWorkflow(mill.writer, { id });
  expect(JSON.stringify(copied)).not.toContain('Why GET?');
  const { workspaceId } = mill;
  const copy = await createWorkflow(mill.writer, { workspaceId, name: 'Copy', document: copied.document });
  expect((await listComments(mill.reader, { id: copy.data.id })).data).toEqual([]);
  await deleteWorkflow(mill.writer, { id });
  await purgeWorkflow(mill.admin, { id });
  expect(await rows()).toEqual([]);
  expect(await refusalOf(all())).toBe('not_found');

  await startThread(mill.writer, { id: copy.data.id, blockId: null, text: 'x', requestKey: newId() });
  await deleteWorkspace(mill.owner, { id: workspaceId, name: 'Mill' });
  const { rows: left } = await pool().query('SELECT FROM comment WHERE workflow_id = $1', [copy.data.id]);
  expect(left).toEqual([]);
});

test('who has the workflow open is told at once that comments changed, not what they say', async () => {
  const before = (await listComments(mill.reader, { id })).revision;
  const controller = new AbortController();
  const asking = { signal: controller.signal, authenticateAgain: async () => mill.reader, ...NO_ROOM };
  const stream = await watchEdits(mill.reader, { id, clientId: 'c1' }, asking);
  const heard: SharedEvent[] = [];
  const acts = [
    async () => void (await start()),
    async () => void (await answer(mill.admin, (await all())[0]?.id ?? '')),
    async () => {
      const [thread] = await all();
      await deleteComment(mill.writer, { id, commentId: thread?.comments[0]?.id ?? '' });
    },
  ];
  for await (const frame of stream.body as AsyncIterable<string>) {
    if (!frame.startsWith('data: ')) continue;
    const event = JSON.parse(frame.slice('data: '.length)) as SharedEvent;
    if (event.kind !== 'comments') continue;
    heard.push(event);
    const act = acts.shift();
    if (act === undefined) controller.abort();
    else await act();
  }
  const revisions = heard.map((event) => (event.kind === 'comments' ? event.revision : ''));
  expect(revisions[0]).toBe(before);
  expect(new Set(revisions).size).toBe(4);
  expect(revisions.at(-1)).toBe((await listComments(mill.reader, { id })).revision);
  expect(JSON.stringify(heard)).not.toContain('Why GET?');
});
