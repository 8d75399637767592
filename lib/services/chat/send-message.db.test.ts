import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../platform/models/testing/scripted-answer';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { rowsFromNow, tablesThatHold } from '../runs/testing/stored-text';
import { setVariable } from '../variables/set-variable';
import { NO_TEXT } from './answer-text';
import { forgetOldConversations } from './conversations';
import { type PublishedChat, publishedChat, replies } from './testing/published-chat';
import { allEvents, type ReadEvent, readEvents } from './testing/read-events';

const SECRET = 'sk-secret-0123456789';
const OPEN = { access: 'open' };
let api: TestApi;
let mill: TestWorkspace;
let models: ModelServer;
let script: (index: number) => ScriptedAnswer;
let asked: number;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('server');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  models = await startModelServer((_, index) => script(index));
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'MODEL_KEY', value: SECRET });
});
beforeEach(() => {
  asked = models.questions.length;
});
afterAll(async () => {
  await models.close();
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const agent = (prompt = '<chat.history> <chat.message>') => ({
  type: 'agent',
  config: {
    provider: { kind: 'openai', baseUrl: models.baseUrlOf('openai'), apiKey: '{{MODEL_KEY}}' },
    model: 'house',
    prompt,
  },
});

const send = ({ path }: PublishedChat, body: object, headers: Record<string, string> = {}) =>
  fetch(api.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const sendForJson = (chat: PublishedChat, body: object) =>
  api.call('POST', chat.path, { accept: 'application/json' }, body);
const dataOf = ({ body }: { body: Record<string, unknown> }) => body.data as Record<string, unknown>;

/** Returns the text as a page shows it. */
const shownOf = (events: readonly ReadEvent[]): string =>
  events
    .filter(({ event }) => event === 'text')
    .reduce((text, { data }) => (data.replace ? '' : text) + String(data.text), '');

async function messagesOf(chat: PublishedChat, conversationId: unknown) {
  const { body } = await api.call('GET', `${chat.path}/conversations/${conversationId}`);
  return (body.data as { messages: Array<Record<string, unknown>> }).messages;
}

function deferred() {
  let settle = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

describe('a message to a chat', () => {
  it('streams what the agent writes while it writes, and ends with the whole answer', async () => {
    const since = await rowsFromNow();
    const chat = await publishedChat(mill, OPEN, [agent()]);
    const { promise: hold, settle } = deferred();
    const text = `It begins with ${SECRET} in it. ${'And it goes on. '.repeat(10)}`;
    script = () => ({ text, hold });
    const response = await send(chat, { message: 'Hello' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events: ReadEvent[] = [];
    for await (const event of readEvents(response)) {
      events.push(event);
      // The rest is only written after the beginning was received.
      if (event.event === 'text') settle();
    }
    const kinds = events.map(({ event }) => event);
    expect([kinds[0], kinds.at(-1)]).toEqual(['conversation', 'done']);
    const { answer, executionId, conversationId } = events.at(-1)!.data;
    // The chat's user is a caller and gets the exact text. Stored text is masked or sealed.
    expect([answer, shownOf(events)]).toEqual([text, text]);
    expect((await messagesOf(chat, conversationId)).at(-1)).toMatchObject({ content: text });
    expect(await tablesThatHold(['sk-secret'], since)).toEqual([]);
    expect(events[0]!.data).toEqual({ conversationId, executionId });
    const sql = 'SELECT trigger FROM runtime.log WHERE execution_id = $1';
    const { rows } = await pool().query(sql, [executionId]);
    expect(rows).toEqual([{ trigger: 'chat' }]);
  });

  it('gives the model the conversation up to then', async () => {
    const chat = await publishedChat(mill, OPEN, [agent()]);
    script = () => ({ text: 'Nice to meet you, Ada.' });
    const first = dataOf(await sendForJson(chat, { message: 'I am Ada.' }));
    script = () => ({ text: 'You are Ada.' });
    const { conversationId } = first;
    const second = dataOf(await sendForJson(chat, { message: 'Who am I?', conversationId }));
    expect(second).toMatchObject({ conversationId, answer: 'You are Ada.' });
    const question = models.questions[asked + 1]!.body;
    for (const text of ['I am Ada.', 'Nice to meet you, Ada.', 'Who am I?']) expect(question).toContain(text);
    expect(await messagesOf(chat, conversationId)).toMatchObject([
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Nice to meet you, Ada.' },
      { role: 'user', content: 'Who am I?' },
      { role: 'assistant', content: 'You are Ada.' },
    ]);
  });

  it('is answered with the Response’s body; a text that only other blocks read is not shown', async () => {
    const chat = await publishedChat(mill, OPEN, [
      agent('Think about <chat.message>'),
      agent('Answer with <b1.content>'),
      replies('<b2.content>'),
    ]);
    script = (index) => ({ text: index === asked ? 'A secret thought of mine.' : 'The friendly answer.' });
    const response = await send(chat, { message: 'Hello' });
    const events = await allEvents(response);
    // The text arrives in pieces.
    expect(events.map(({ data }) => data.text ?? '').join('')).toBe('The friendly answer.');
    expect(shownOf(events)).toBe('The friendly answer.');
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { answer: 'The friendly answer.' } });
  });

  it('without an agent is answered by the Response, else with the text of the last block', async () => {
    const toRunResult = async (block: Parameters<typeof publishedChat>[2][number]) =>
      dataOf(await sendForJson(await publishedChat(mill, OPEN, [block]), { message: 'Hi' })).answer;
    expect(await toRunResult(replies('{"said": "<chat.message>"}'))).toBe('{"said":"Hi"}');
    const code = 'return "You said " + <chat.message> + "."';
    expect(await toRunResult({ type: 'function', config: { code } })).toBe('You said Hi.');
    expect(await toRunResult({ type: 'transform', config: {} })).toBe(NO_TEXT);
  });

  it('that fails is answered with bland words; the message is in the conversation', async () => {
    const chat = await publishedChat(mill, OPEN, [agent()]);
    script = () => ({ status: 400, error: { code: 'bad', message: 'internal detail 4711' } });
    const events = await allEvents(await send(chat, { message: 'Hello' }));
    const error = { code: 'run_failed', message: 'This chat could not answer. Try again.' };
    expect(events.map(({ event }) => event)).toEqual(['conversation', 'error']);
    expect(events[1]!.data).toEqual(error);
    const { conversationId } = events[0]!.data;
    expect(await messagesOf(chat, conversationId)).toMatchObject([{ role: 'user', content: 'Hello' }]);
    const again = await sendForJson(chat, { message: 'Hello', conversationId });
    expect([again.status, again.body.code]).toEqual([500, 'run_failed']);
    expect(JSON.stringify(again.body)).not.toContain('4711');
  });

  it('while another one is being answered is 409; the run goes on when its caller leaves', async () => {
    const chat = await publishedChat(mill, OPEN, [agent()]);
    const { promise: hold, settle } = deferred();
    script = () => ({ text: 'At last the answer.', hold });
    const leaving = new AbortController();
    const response = await fetch(api.origin + chat.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello' }),
      signal: leaving.signal,
    });
    const first = (await readEvents(response).next()).value!;
    const { conversationId } = first.data;
    const second = await sendForJson(chat, { message: 'And?', conversationId });
    expect([second.status, second.body.detail]).toEqual([
      409,
      'Your last message is still being answered. Wait for its answer.',
    ]);
    leaving.abort();
    settle();
    await expect
      .poll(async () => messagesOf(chat, conversationId))
      .toMatchObject([{ content: 'Hello' }, { content: 'At last the answer.' }]);
    script = () => ({ text: 'More.' });
    expect((await sendForJson(chat, { message: 'And now?', conversationId })).status).toBe(200);
  });

  it('of a process that has died does not keep the conversation from going on', async () => {
    const chat = await publishedChat(mill, OPEN, [replies('Yes')]);
    const { conversationId } = dataOf(await sendForJson(chat, { message: 'Hi' }));
    const sql = `UPDATE runtime.chat_conversation SET turn_id = gen_random_uuid(),
      process_id = gen_random_uuid() WHERE id = $1`;
    await pool().query(sql, [conversationId]);
    expect((await sendForJson(chat, { message: 'Hi', conversationId })).status).toBe(200);
  });

  it('whose run waits is answered at once: it goes on later', async () => {
    const wait = { type: 'wait', config: { kind: 'callback' } };
    const chat = await publishedChat(mill, OPEN, [wait, replies('Late')]);
    const events = await allEvents(await send(chat, { message: 'Hello' }));
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { answer: '', parked: true } });
  });

  it('too long, empty or with more is 400', async () => {
    const chat = await publishedChat(mill, OPEN, [replies('Yes')]);
    for (const body of [{ message: 'a'.repeat(16_001) }, { message: ' ' }, {}, { message: 'a', more: 1 }])
      expect((await sendForJson(chat, body)).status).toBe(400);
    const message = '\u0000ü'.repeat(8_000);
    const { status, body } = await sendForJson(chat, { message });
    expect(status).toBe(200);
    const [stored] = await messagesOf(chat, (body.data as Record<string, unknown>).conversationId);
    expect(stored!.content).toBe(message);
  });
});

describe('a conversation', () => {
  it('of another chat can be neither read nor gone on with', async () => {
    const chat = await publishedChat(mill, OPEN, [replies('Yes')]);
    const other = await publishedChat(mill, OPEN, [replies('No')]);
    const { conversationId } = dataOf(await sendForJson(chat, { message: 'Hi' }));
    for (const id of [conversationId, 'x', '00000000-0000-4000-8000-000000000000']) {
      const read = await api.call('GET', `${other.path}/conversations/${id}`);
      expect([id, read.status]).toEqual([id, 404]);
    }
    expect((await sendForJson(other, { message: 'Hi', conversationId })).status).toBe(404);
  });

  it('keeps 200 messages, 64 KB of each; a run gets the latest 40, at most 200 KB', async () => {
    const chat = await publishedChat(mill, OPEN, [
      { type: 'function', config: { code: 'return "ü".repeat(40000)' } },
      replies('<b1.result>'),
    ]);
    const { conversationId } = dataOf(await sendForJson(chat, { message: 'Hi' }));
    const [, kept] = await messagesOf(chat, conversationId);
    expect(Buffer.byteLength(String(kept!.content))).toBe(64 * 1024);
    const fill = `INSERT INTO runtime.chat_message (conversation_id, number, role, content, at)
      SELECT $1, n, 'user', 'm' || n, now() FROM generate_series(3, 200) n`;
    await pool().query(fill, [conversationId]);
    await pool().query('UPDATE runtime.chat_conversation SET last_number = 200 WHERE id = $1', [
      conversationId,
    ]);
    const { executionId } = dataOf(await sendForJson(chat, { message: 'Last', conversationId }));
    const messages = await messagesOf(chat, conversationId);
    expect(messages).toHaveLength(200);
    expect([messages[0], messages.at(-2)]).toMatchObject([{ content: 'm3' }, { content: 'Last' }]);
    expect(await historyOf(executionId)).toHaveLength(40);
    const large = `UPDATE runtime.chat_message SET content = repeat('x', 60 * 1024)
      WHERE conversation_id = $1 AND number > 195 AND sealed IS NULL`;
    await pool().query(large, [conversationId]);
    const next = dataOf(await sendForJson(chat, { message: 'Again', conversationId }));
    // The last answer has 64 KB, the message before it is short, and two more have 60 KB each.
    expect(await historyOf(next.executionId)).toHaveLength(4);
  });

  it('is deleted with its workflow', async () => {
    const chat = await publishedChat(mill, OPEN, [replies('Yes')]);
    await sendForJson(chat, { message: 'Hi' });
    await deleteWorkflow(mill.owner, { id: chat.id });
    const sql = 'SELECT 1 FROM runtime.chat_conversation WHERE workflow_id = $1';
    expect((await pool().query(sql, [chat.id])).rowCount).toBe(0);
    expect((await api.call('GET', chat.path)).status).toBe(404);
  });

  it('without a message for 30 days is deleted', async () => {
    const chat = await publishedChat(mill, OPEN, [replies('Yes')]);
    const { conversationId } = dataOf(await sendForJson(chat, { message: 'Hi' }));
    const { conversationId: kept } = dataOf(await sendForJson(chat, { message: 'Hi' }));
    const sql = `UPDATE runtime.chat_conversation SET last_at = now() - interval '31 days' WHERE id = $1`;
    await pool().query(sql, [conversationId]);
    await forgetOldConversations();
    expect((await api.call('GET', `${chat.path}/conversations/${conversationId}`)).status).toBe(404);
    expect(await messagesOf(chat, kept)).toHaveLength(2);
  });
});

async function historyOf(executionId: unknown): Promise<unknown[]> {
  const sql = `SELECT p.trace_spans FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
    WHERE l.execution_id = $1`;
  const { rows } = await pool().query(sql, [executionId]);
  const spans = JSON.parse(rows[0].trace_spans) as Array<{ blockId: string; output: { history: [] } }>;
  return spans.find(({ blockId }) => blockId === 'chat')!.output.history;
}
