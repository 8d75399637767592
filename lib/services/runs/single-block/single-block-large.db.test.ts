import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { isReply } from '../../../platform/http/reply';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { refusalOf } from '../../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../../workflows/create-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput } from '../isolated/large-input';
import type { BlockPreview, SentBlock } from '../schema';
import { type LargeAnswers, startLargeAnswers } from '../testing/large-answers';
import { expectLoopFree } from '../testing/loop-hold';
import { readLargeSingleBlock } from './isolated-single-block';
import { previewBlock } from './preview-block';
import { sendBlock } from './send-block';
import type { SingleBlockBody } from './single-block';

vi.setConfig({ testTimeout: patient(120_000) });

const MB = 1_000_000;
/** Just small enough to be worked on in this process: so many characters, or so many values. */
const SMALL_TEXT = 900_000;
const SMALL_LIST = 24_000;

let remote: LargeAnswers;
let mill: TestWorkspace;
const { signal } = new AbortController();

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  remote = await startLargeAnswers();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  remote.stop();
  isolatedPool().close();
  await outboundClient().close();
  await closeDatabase();
});

async function workflowWith(config: Record<string, unknown>): Promise<string> {
  const block = (id: string, type: string, of: Record<string, unknown>) => {
    return { id, type, name: id, position: { x: 0, y: 0 }, enabled: true, config: of };
  };
  const blocks = { s: block('s', 'start', {}), api: block('api', 'api', config) };
  const edges = [{ id: 'e', source: 's', sourceHandle: 'out', target: 'api', targetHandle: 'in' }];
  const document = { blocks, edges, schemaVersion: 1, loops: {}, parallels: {} };
  return (await createWorkflow(mill.writer, { ...mill, name: 'Large alone', document })).data.id;
}

const of = (id: string, body: SingleBlockBody | LargeInput) => ({ params: { id, blockId: 'api' }, body });
const NOTHING: SingleBlockBody = { samples: {}, input: {} };

/** The body of a large answer, as it goes out. */
async function dataOf<Data>(answering: Promise<unknown>): Promise<Data> {
  const answer = await answering;
  if (!isReply(answer)) throw new Error('The answer is a value.');
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()).data;
}

test('a large answer of a block sent alone is read elsewhere: asked once, masked, no stalls', async () => {
  await setVariable(mill.admin, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 'a-secret-value' });
  const headers = [{ key: 'X-Token', value: '{{TOKEN}}', enabled: true }];
  const id = await workflowWith({ url: `${remote.origin}/text?n=${9 * MB}`, headers });
  const smallId = await workflowWith({ url: `${remote.origin}/text?n=${SMALL_TEXT}`, headers });
  let reply: unknown;
  const work = async () => {
    const before = (await remote.asked()).length;
    reply = await sendBlock(mill.writer, of(id, NOTHING), signal);
    expect((await remote.asked()).slice(before)).toEqual(['/text']);
  };
  const small = async () =>
    expect(isReply(await sendBlock(mill.writer, of(smallId, NOTHING), signal))).toBe(false);
  await expectLoopFree(work, { small, times: (9 * MB) / SMALL_TEXT });
  const sent = await dataOf<SentBlock>(Promise.resolve(reply));
  expect(sent.output).toMatchObject({ status: 200 });
  expect((sent.output as { data: string }).data).toMatch(/^({{TOKEN}} )+$/);
  expect(sent.request).toMatchObject({ method: 'GET', url: `${remote.origin}/text?n=${9 * MB}` });
  expect(sent.sizes?.responseBytes).toBeGreaterThan(8.9 * MB);
  expect(sent.span.status).toBe('success');
});

test('a large body is checked, sent and previewed while nothing stands still', async () => {
  const config = {
    url: `${remote.origin}/echo`,
    method: 'POST',
    body: { kind: 'json', value: '<s.list>' },
  };
  const id = await workflowWith(config);
  const list = new Array(240_000).fill({ a: 'value of the input' });
  const text = JSON.stringify({ input: { list } });
  let answers: unknown[] = [];
  const work = async () => {
    const read = async () => of(id, (await readLargeSingleBlock(text)) as LargeInput);
    answers = [
      await sendBlock(mill.writer, await read(), signal),
      await previewBlock(mill.writer, await read(), signal),
    ];
  };
  const few = of(id, { samples: {}, input: { list: list.slice(0, SMALL_LIST) } });
  const small = async () => expect(isReply(await sendBlock(mill.writer, few, signal))).toBe(false);
  await expectLoopFree(work, { small, times: list.length / SMALL_LIST });
  const sent = await dataOf<SentBlock>(Promise.resolve(answers[0]));
  expect((sent.output as { data: unknown[] }).data).toHaveLength(list.length);
  const { request, problems } = await dataOf<BlockPreview>(Promise.resolve(answers[1]));
  expect(problems).toEqual([]);
  expect(request).toMatchObject({ method: 'POST', body: { size: JSON.stringify(list).length } });
});

test('a large body is refused as a small one is: no JSON, what is unknown, and who may not', async () => {
  const id = await workflowWith({ url: remote.origin });
  const padding = 'x'.repeat(2 * MB);
  expect(await refusalOf(readLargeSingleBlock(`{"samples": "${padding}`))).toBe('invalid_request');
  expect(await refusalOf(readLargeSingleBlock(`{"sample": {"a": "${padding}"}}`))).toBe('invalid_request');
  const body = await readLargeSingleBlock(`{"samples": {"a": "${padding}"}}`);
  expect(body).toBeInstanceOf(LargeInput);
  const large = of(id, body as LargeInput);
  expect(await refusalOf(sendBlock(mill.reader, large, signal))).toBe('forbidden');
  expect(await refusalOf(sendBlock(mill.stranger, large, signal))).toBe('not_found');
  const nowhere = { ...large, params: { id, blockId: 'nowhere' } };
  expect(await refusalOf(previewBlock(mill.writer, nowhere, signal))).toBe('not_found');
});
