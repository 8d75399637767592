import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { pool } from '../../platform/postgres/db';
import { ensureChat } from '../chat/chat-address';
import { ensureHook } from '../incoming-webhooks/hook-address';
import { createWebhook } from '../outgoing-webhooks/create-webhook';
import { deleteWebhook } from '../outgoing-webhooks/delete-webhook';
import { createWebhookEndpoint } from '../outgoing-webhooks/endpoints';
import { type EchoServer, startEchoServer } from '../runs/testing/echo-server';
import {
  type Block,
  CARRIERS,
  calledWorkflow,
  callingWorkflow,
  expectedOf,
  type HandedOn,
} from '../runs/testing/handing-on-workflows';
import { type KeyHolder, startKeyHolder } from '../runs/testing/key-holder';
import { formsOf, randomNumbers, randomSecret } from '../runs/testing/random-secret';
import { rowsFromNow, tablesThatHold } from '../runs/testing/stored-text';
import { idOfStep } from '../runs/waits/called-ids';
import { waitLinks } from '../runs/waits/wait-links';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { offerTool, withdrawTool } from './offered-tool';

/** `WORKFLOWS=1000 SEED=7` tries that many, different from the default ones. */
const WORKFLOWS = Number(process.env.WORKFLOWS ?? 20);
/** The maximum of each of the two kinds in a workspace. */
const MAX_VARIABLES = 400;
const SEED = Number(process.env.SEED ?? 1);

const random = randomNumbers(SEED);
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!;

let mill: KeyHolder;
let echo: EchoServer;
beforeAll(async () => {
  mill = await startKeyHolder({ syncPerMinute: 100_000, asyncPerMinute: 100_000, logsApiPerMinute: 100_000 });
  echo = await startEchoServer();
});
afterAll(async () => {
  await echo.close();
  await mill.close();
});

async function published(name: string, document: WorkflowDocument): Promise<string> {
  const settings = { workspaceId: mill.workspaceId, name, description: '', folderId: null, document };
  const { id } = (await createWorkflow(mill.owner, settings)).data;
  await publishWorkflow(mill.owner, { id });
  return id;
}

interface Tried extends HandedOn {
  way: keyof typeof WAYS;
}

async function makeWorkflow(tried: Tried, names: { a: string; b: string }): Promise<string> {
  const surroundings = { ...names, origin: echo.origin };
  const calledId = await published('Called', calledWorkflow(tried, surroundings));
  const { begins } = WAYS[tried.way];
  return published('Caller', callingWorkflow(tried, surroundings, { begins, calledId }));
}

const START = { start: { type: 'start', config: {} } };
const HOOK = {
  hook: { type: 'webhook-trigger', config: { answer: 'response', methods: 'any' } },
};
const CHAT = { chat: { type: 'chat-trigger', config: { access: 'open' } } };

/** A way to start a run. `run` resolves to the output, or to the execution's id if it is all there is. */
interface Way {
  begins: Record<string, Block>;
  mayWait?: boolean;
  run: (id: string) => Promise<{ output: unknown } | { executionId: string }>;
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(mill.api.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...mill.headers, ...headers },
    body: JSON.stringify(body),
  });
const start = (id: string, query = '', headers: Record<string, string> = {}) =>
  post(`/api/v1/workflows/${id}/executions${query}`, { input: {} }, headers);
const jsonOf = async (response: Response) => (await response.json()) as Record<string, unknown>;
const toldOf = ({ output, executionId, status }: Record<string, unknown>) =>
  status === undefined ? { executionId: executionId as string } : { output };

const WAYS = {
  envelope: {
    begins: START,
    mayWait: true,
    run: async (id) => toldOf(await jsonOf(await start(id))),
  },
  queued: {
    begins: START,
    mayWait: true,
    run: async (id) => toldOf(await jsonOf(await start(id, '?mode=async'))),
  },
  again: {
    begins: START,
    run: async (id) => {
      const key = { 'idempotency-key': id };
      const first = await jsonOf(await start(id, '', key));
      const second = await start(id, '', key);
      expect(second.status, JSON.stringify(first)).toBe(200);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(await jsonOf(second)).toEqual(first);
      return toldOf(first);
    },
  },
  response: {
    begins: START,
    run: async (id) => {
      const key = { 'idempotency-key': id };
      const first = await (await start(id, '?answer=response', key)).text();
      expect(await (await start(id, '?answer=response', key)).text()).toBe(first);
      return { output: JSON.parse(first) };
    },
  },
  hook: {
    begins: HOOK,
    run: async (id) => {
      const { url } = (await ensureHook(mill.owner, { id, blockId: 'hook' })).data;
      return { output: await jsonOf(await post(new URL(url).pathname, { any: 1 })) };
    },
  },
  chat: {
    begins: CHAT,
    run: async (id) => {
      const { slug } = (await ensureChat(mill.owner, { id, blockId: 'chat' })).data;
      const answered = await post(`/api/v1/chat/${slug}`, { message: 'Hi' }, { accept: 'application/json' });
      const { answer, conversationId } = (await jsonOf(answered)).data as Record<string, string>;
      const read = await fetch(`${mill.api.origin}/api/v1/chat/${slug}/conversations/${conversationId}`);
      const { messages } = (await jsonOf(read)).data as { messages: Array<{ content: string }> };
      expect(messages.map(({ content }) => content)).toEqual(['Hi', answer]);
      return { output: JSON.parse(answer!) };
    },
  },
  tool: {
    begins: START,
    run: async (id) => {
      const name = `tool_${id.slice(-12)}`;
      await offerTool(mill.owner, { id, name, description: '' });
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
      const answered = await post(`/mcp/${mill.workspaceId}`, call, { accept: 'application/json' });
      // A workspace has a maximum number of tools.
      await withdrawTool(mill.owner, { id });
      return { output: ((await jsonOf(answered)).result as Record<string, unknown>).structuredContent };
    },
  },
} satisfies Record<string, Way>;

/** Sends the response the run waits for. @returns the execution's state after its end */
async function ended(
  executionId: string,
  { waits, ...tried }: Tried,
  { forms, since }: { forms: readonly string[]; since: string },
) {
  const get = async () =>
    (await mill.api.call('GET', `/api/v1/executions/${executionId}`, { ...mill.headers })).body;
  if (waits !== null) {
    await expect.poll(async () => (await get()).status).toBe('parked');
    const asking = waits === 'caller' ? executionId : idOfStep('call', executionId, 'call');
    const parked = async () =>
      (await pool().query(`SELECT FROM runtime.execution WHERE id = $1 AND awaits IS NOT NULL`, [asking]))
        .rowCount;
    await expect.poll(parked).toBe(1);
    expect(await tablesThatHold(forms, since)).toEqual([]);
    const { callbackUrl } = waitLinks(idOfStep('wait', asking, 'ask'));
    await mill.api.call('POST', new URL(callbackUrl).pathname, {}, { again: expectedOf(tried).first });
  }
  await expect.poll(async () => (await get()).endedAt).not.toBeNull();
  return get();
}

/** Runs the workflow again as a stream, which must not contain a secret. */
async function watched(id: string): Promise<string> {
  const run = await start(id, '', { accept: 'text/event-stream' });
  const events = await run.text();
  const { executionId } = JSON.parse(/"executionId":"[^"]+"/.exec(events)![0].replace(/^/, '{').concat('}'));
  const headers = { ...mill.headers, accept: 'text/event-stream' };
  const states = await fetch(`${mill.api.origin}/api/v1/executions/${executionId}`, { headers });
  return `${events}\n${await states.text()}`;
}

async function tryOne(number: number): Promise<void> {
  const since = await rowsFromNow();
  const [a, b] = [randomSecret(random), randomSecret(random)];
  const names = { a: `A${number % MAX_VARIABLES}`, b: `B${number % MAX_VARIABLES}` };
  for (const [name, { value }] of [[names.a, a] as const, [names.b, b] as const])
    await setVariable(mill.owner, { workspaceId: mill.workspaceId, name, value });
  const forms = [a.core, b.core].flatMap((core) => (core === null ? [] : formsOf(core)));
  const way = Object.keys(WAYS)[number % Object.keys(WAYS).length] as keyof typeof WAYS;
  const waits = 'mayWait' in WAYS[way] ? oneOf(['caller', 'called', null] as const) : null;
  const carrier = oneOf(Object.keys(CARRIERS)) as Tried['carrier'];
  const tried: Tried = { way, carrier, waits, a: a.value, b: b.value };
  const about = JSON.stringify(tried);
  const id = await makeWorkflow(tried, names);
  const subscription = await subscribe(id);
  echo.received.length = 0;
  const told = await (WAYS[way] as Way).run(id);
  const { output } = 'executionId' in told ? await ended(told.executionId, tried, { forms, since }) : told;
  const { last, ...rest } = output as Record<string, unknown>;
  const expected = expectedOf(tried);
  const received = (at: string) => echo.received.find(({ url }) => url.startsWith(`/${at}`));
  const sent = (at: string) => received(at)?.body.toString();
  expect({ ...rest, last: JSON.parse(String(last)) }, about).toEqual(expected);
  expect([sent('first'), sent('called')], about).toEqual([expected.first, expected.call.told]);
  expect(JSON.parse(sent('last') ?? ''), about).toEqual(expected.last);
  const login = Buffer.from(`me:${a.value}`).toString('base64');
  expect(received('called')?.headers, about).toContainEqual(['Authorization', `Basic ${login}`]);
  const shown = [await logsOf(id), waits === null && WAYS[way].begins === START ? await watched(id) : ''];
  for (const form of forms) expect(shown.join('\n'), about).not.toContain(form);
  expect(await tablesThatHold(forms, since), about).toEqual([]);
  await deleteWebhook(mill.owner, { workspaceId: mill.workspaceId, id: subscription });
  expect(shown[0], about).toContain(a.core === null ? 'since May' : `in {{${names.a}}} since`);
}

/** Subscribes to events that contain everything they can. */
async function subscribe(workflowId: string): Promise<string> {
  const { workspaceId } = mill;
  const wants = { includeFinalOutput: true, includeTraceSpans: true, includeRateLimits: true };
  const body = { workspaceId, workflowId, url: `${echo.origin}/events`, ...wants };
  return (await createWebhook(mill.owner, createWebhookEndpoint.body!.parse(body))).data.id;
}

/** Returns everything the API returns about its runs. */
async function logsOf(workflowId: string): Promise<string> {
  const wants = 'details=full&includeTraceSpans=true&includeFinalOutput=true';
  const path = `/api/v1/logs?workspaceId=${mill.workspaceId}&workflowIds=${workflowId}&${wants}`;
  const { body } = await mill.api.call('GET', path, { ...mill.headers });
  expect(body.data).not.toEqual([]);
  return JSON.stringify(body);
}

test(
  'random workflows hand on what they hold exactly, and leave no secret where people read',
  async () => {
    for (let number = 0; number < WORKFLOWS; number += 1) await tryOne(number);
  },
  60_000 + WORKFLOWS * 5_000,
);
