import http from 'node:http';
import { json } from 'node:stream/consumers';
import FormData from 'form-data';
import superagent from 'superagent';
import { FormData as UndiciFormData, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { becomeSteady } from '../runs/testing/steady-process';
import { publishedHook } from './testing/published-hook';

let api: TestApi;
let queue: WorkQueue;
/** A live webhook that answers with the body that it received. */
let url: string;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  const mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  queue = startWorkQueue();
  url = api.origin + (await publishedHook(mill, { answer: 'response' }, { body: '<hook.body>' })).path;
});
afterAll(async () => {
  await queue.stop(5_000);
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const FILE = Buffer.from('größer');
const FIELDS = { name: 'José "the" Größe; a=b', empty: '', 'list[]': ['1', '2'] };
const expected = (name: string) => ({
  ...FIELDS,
  file: { contentType: 'text/plain', size: FILE.length, base64: FILE.toString('base64'), name },
});

function appendFields(form: { append(name: string, value: string): void }): void {
  for (const [name, value] of Object.entries(FIELDS))
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, each);
}

it.each([
  ['its length told', true],
  ['in chunks', false],
])('a form of form-data arrives whole, %s', async (_what, isLengthTold) => {
  const form = new FormData();
  appendFields(form);
  form.append('file', FILE, { filename: 'año 1.txt', contentType: 'text/plain' });
  const length = isLengthTold ? { 'content-length': form.getLengthSync() } : {};
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request(
      url,
      { method: 'POST', headers: { ...form.getHeaders(), ...length } },
      resolve,
    );
    request.on('error', reject);
    form.pipe(request);
  });
  expect(await json(await answer)).toEqual(expected('año 1.txt'));
});

it('a form of superagent arrives whole, as parts and as pairs', async () => {
  const { name, empty } = FIELDS;
  const parts = superagent.post(url).field(FIELDS);
  const sent = await parts.attach('file', FILE, { filename: 'año 1.txt', contentType: 'text/plain' });
  expect(sent.body).toEqual(expected('año 1.txt'));
  const pairs = await superagent.post(url).type('form').send({ name, empty, 'list[]': FIELDS['list[]'] });
  expect(pairs.body).toMatchObject({ name, empty });
});

it('a form of undici arrives whole', async () => {
  const form = new UndiciFormData();
  appendFields(form);
  form.append('file', new File([FILE], 'año "1".txt', { type: 'text/plain' }));
  const response = await undiciFetch(url, { method: 'POST', body: form });
  expect(await response.json()).toEqual(expected('año "1".txt'));
});
