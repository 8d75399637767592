import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockDefinitions } from '../core/blocks/registry/definitions';
import { MockAnswers } from '../core/mock/mock-answers';
import { answering, documentOf, recordDocument } from '../core/rehearsal/testing/rehearse-document';
import { replayRun } from '../core/replay/replay-run';
import { reduceRecord } from '../core/run-tests/reduce-record';
import { resultOf } from '../core/run-tests/result-of';
import { printTestFile } from '../core/run-tests/test-file';
import { createSandbox } from '../platform/sandbox/sandbox';
import { mockedExchanges } from './mock-command';
import { type MockServer, startMockServer } from './mock-server';
import type { Surroundings } from './surroundings';

const DOCUMENT = documentOf(
  {
    fetch: ['api', { url: 'https://shop.example/order' }],
    answer: ['response', { body: '<fetch.data>' }],
  },
  ['start>fetch', 'fetch>answer'],
);

let folder: string;
let server: MockServer;
const said: string[] = [];

const at = (): Surroundings => ({
  folder,
  serverAt: () => {
    throw new Error('No server is asked.');
  },
  namedVariable: () => undefined,
  print: () => undefined,
});

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-mock-'));
  const sandbox = createSandbox({ threads: 1 });
  const http = answering({ '/order': { total: 6 } });
  const code = sandbox.forOwner('tests');
  const record = await recordDocument(DOCUMENT, { http, code, variables: new Map() });
  const recorded = reduceRecord(record.recorded, blockDefinitions);
  const replayed = await replayRun(record.compiled, recorded, record.ports);
  sandbox.close();
  const { executionId, spans, error } = recorded;
  const kept = { executionId, spans: [...spans], error, draws: {}, variables: [] };
  const expected = resultOf(replayed, blockDefinitions);
  fs.mkdirSync(path.join(folder, 'orders.tests'));
  const text = printTestFile({ name: 'An order', tags: [], rules: [], kept, expected });
  fs.writeFileSync(path.join(folder, 'orders.tests/an-order.json'), text);
  const exchanges = await mockedExchanges(['.'], [], { at: at() });
  server = await startMockServer(new MockAnswers(exchanges), {
    port: 0,
    onRequest: (words) => said.push(words),
  });
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true });
});

test('the answers of a pulled test are served, with the host before the path', async () => {
  const response = await fetch(`${server.origin}/shop.example/order`);
  expect([response.status, await response.json()]).toEqual([200, { total: 6 }]);
  expect(said.at(-1)).toBe('200  GET shop.example/order');
});

test('what no record answers is 501, with what was asked and the nearest record', async () => {
  const response = await fetch(`${server.origin}/shop.example/orders?page=2`, { method: 'POST', body: 'x' });
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({
    asked: { method: 'POST', host: 'shop.example', path: '/orders', search: 'page=2', body: 'x' },
    nearest: { block: 'fetch', request: { method: 'GET', url: 'https://shop.example/order' } },
  });
  const other = await fetch(`${server.origin}/order`);
  expect(await other.json()).toMatchObject({ error: expect.stringContaining('/shop.example/…') });
});

test('files may be named, and what can’t be served is said in words', async () => {
  const one = ['orders.tests/an-order.json'];
  expect(await mockedExchanges(one, [], { at: at() })).toHaveLength(1);
  await expect(mockedExchanges([], [], { at: at() })).rejects.toThrow('Name what was recorded');
  await expect(mockedExchanges(['lost'], [], { at: at() })).rejects.toThrow('There is no file or folder');
  const port = Number(new URL(server.origin).port);
  const again = startMockServer(new MockAnswers([]), { port, onRequest: () => undefined });
  await expect(again).rejects.toThrow(`Port ${port} is in use`);
});
