import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SMALL_DOCUMENT } from '../../core/workflow/example-document';
import { WorkflowDocument } from '../../core/workflow/schema';
import { type MailServer, startMailServer } from '../../platform/email/testing/mail-server';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { removeMember } from '../workspaces/remove-member';
import { deleteComment, editComment } from './change-comment';
import { listMentions } from './list-mentions';
import { seeMention } from './see-mention';
import { reply, startThread } from './start-thread';

let mail: MailServer;
let mill: TestWorkspace;
let id: string;
beforeAll(async () => {
  mail = await startMailServer();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  const document = WorkflowDocument.parse(SMALL_DOCUMENT);
  const input = { workspaceId: mill.workspaceId, name: 'Flow', document };
  id = (await createWorkflow(mill.writer, input)).data.id;
});
afterAll(async () => {
  await mail.close();
  await closeDatabase();
});

const start = async (actor: Actor, blockId: string | null, text: string) =>
  (await startThread(actor, { id, blockId, text, requestKey: newId() })).data;
const answer = (actor: Actor, threadId: string, text: string) =>
  reply(actor, { id, threadId, text, requestKey: newId() });

test('a comment tells the members whom it names, once, and nobody else', async () => {
  const listed = async (actor: Actor) => (await listMentions(actor, {})).data;
  const text = 'Look here, @reader and @ADMIN. I am @writer; @stranger is not here, nor is me@owner.';
  const { comments, id: threadId } = await start(mill.writer, 'greeting', text);
  const commentId = comments[0]!.id;
  const [mention, ...more] = await listed(mill.reader);
  expect(more).toEqual([]);
  expect(mention).toMatchObject({
    commentId,
    threadId,
    blockName: 'greeting',
    author: { name: 'writer' },
    text,
    workspaceId: mill.workspaceId,
    workflowId: id,
    workflowName: 'Flow',
    seenAt: null,
  });
  expect(await listed(mill.admin)).toHaveLength(1);
  for (const actor of [mill.writer, mill.stranger, mill.owner]) expect(await listed(actor)).toEqual([]);

  await seeMention(mill.reader, { commentId, seen: true });
  expect(await listed(mill.reader)).toMatchObject([{ seenAt: expect.any(String) }]);
  expect(await listed(mill.admin)).toMatchObject([{ seenAt: null }]);
  await editComment(mill.writer, { id, commentId, text: '@reader and @owner' });
  expect(await listed(mill.reader)).toMatchObject([{ seenAt: expect.any(String) }]);
  expect([await listed(mill.admin), (await listed(mill.owner)).length]).toEqual([[], 1]);
  await answer(mill.admin, threadId, 'As @reader says');
  expect(await listed(mill.reader)).toMatchObject([{ seenAt: null }, { seenAt: expect.any(String) }]);
});

test('who lost access is told nothing, and a deleted comment or workflow tells nobody', async () => {
  const count = async (actor: Actor) => (await listMentions(actor, {})).data.length;
  const { comments } = await start(mill.writer, null, '@reader');
  await start(mill.writer, null, '@admin');
  expect(await count(mill.reader)).toBe(1);
  const { workspaceId } = mill;
  expect(await refusalOf(listMentions(mill.stranger, { workspaceId }))).toBe('forbidden');
  await removeMember(mill.admin, { workspaceId, userId: mill.reader.userId });
  expect(await count({ ...mill.reader, roles: new Map() })).toBe(0);
  const { comments: later } = await start(mill.writer, null, '@reader again');
  const named = await pool().query('SELECT user_id FROM comment_mention WHERE comment_id = $1', [
    later[0]!.id,
  ]);
  expect(named.rows).toEqual([]);
  await deleteComment(mill.writer, { id, commentId: comments[0]!.id });
  await deleteWorkflow(mill.writer, { id });
  expect(await count(mill.admin)).toBe(0);
});

test('members with a verified address get it by e-mail too, once', async () => {
  const prove = 'UPDATE "user" SET email_proof = $2 WHERE id = $1';
  await pool().query(prove, [mill.reader.userId, 'mail']);
  await pool().query(prove, [mill.admin.userId, 'none']);
  const comment = { id, blockId: null, text: 'Hello @reader and @admin,\nplease look', requestKey: newId() };
  const { data } = await startThread(mill.writer, comment);
  await startThread(mill.writer, comment);
  await expect.poll(() => mail.received.length).toBe(1);
  const [sent] = mail.received;
  expect(sent!.subject).toBe('You are mentioned in a comment on "Flow"');
  expect(sent!.text).toContain('"writer" mentioned you:\n\n> Hello @reader and @admin,\n> please look\n');
  expect(sent!.text).toContain(`/workflows/${id}?comments=${data.id}`);
});
