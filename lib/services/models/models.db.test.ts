import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase } from '../../platform/postgres/db';
import { expectOutcomes } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { setVariable } from '../variables/set-variable';
import { listModels } from './list-models';

let mill: TestWorkspace;
let server: LoopbackHttpServer;
let answer: { status: number; body: unknown };

beforeEach(async () => {
  mill = await mintWorkspace();
  answer = { status: 200, body: { data: [{ id: 'small' }, { id: 'large' }, { id: 'small' }, {}] } };
  server = await startHttpServer((_, response) => {
    response.statusCode = answer.status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer.body));
  });
});
afterEach(() => server.close());
afterAll(async () => {
  await outboundClient().close();
  await closeDatabase();
});

const signal = () => new AbortController().signal;
const asking = (given: Partial<Parameters<typeof listModels>[1]> = {}) =>
  listModels(
    mill.writer,
    {
      workspaceId: mill.workspaceId,
      kind: 'openai',
      baseUrl: `${server.origin}/v1/`,
      apiKey: '',
      ...given,
    },
    signal(),
  );

test('the server is asked with the key of a variable, and its models are listed by name', async () => {
  await setVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'KEY', value: 'the-model-key' });
  expect((await asking({ apiKey: '{{KEY}}' })).data).toEqual({ names: ['large', 'small'], problem: null });
  const [request] = server.received;
  expect([request?.url, request?.headers.authorization]).toEqual(['/v1/models', 'Bearer the-model-key']);
});

test('each provider is asked in its own way, and Google’s that answer nothing are left out', async () => {
  await asking({ kind: 'anthropic', apiKey: 'k' });
  answer.body = {
    models: [
      { name: 'models/gemini', supportedGenerationMethods: ['generateContent'] },
      { name: 'models/embeds', supportedGenerationMethods: ['embedContent'] },
    ],
  };
  expect((await asking({ kind: 'google', apiKey: 'k' })).data.names).toEqual(['gemini']);
  const [anthropic, google] = server.received;
  expect(anthropic?.headers).toMatchObject({ 'x-api-key': 'k', 'anthropic-version': '2023-06-01' });
  expect(google?.headers).toMatchObject({ 'x-goog-api-key': 'k' });
});

test('why there is no list is said in words', async () => {
  const problemOf = async (given: Parameters<typeof asking>[0]) => (await asking(given)).data;
  expect(await problemOf({ apiKey: '{{GONE}}' })).toEqual({
    names: [],
    problem: expect.stringContaining('There is no variable {{GONE}}'),
  });
  expect((await problemOf({ apiKey: '<start.key>' })).problem).toContain('Known only in a run');
  expect((await problemOf({ baseUrl: 'nowhere' })).problem).toContain('begin it with https://');
  for (const [status, words] of [
    [401, 'refused the API key (401)'],
    [404, 'no list of its models'],
    [500, 'returned 500'],
  ] as const) {
    answer = { status, body: {} };
    expect((await problemOf({})).problem).toContain(words);
  }
  answer = { status: 200, body: { hello: 1 } };
  expect((await problemOf({})).problem).toContain('no list of models');
});

test('who may not write may not have requests sent', async () => {
  const { workspaceId } = mill;
  const given = { workspaceId, kind: 'openai', baseUrl: server.origin, apiKey: '' } as const;
  await expectOutcomes(mill, (actor) => listModels(actor, given, signal()), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
  });
});
