import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase } from '../../platform/postgres/db';
import { expectOutcomes } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { fetchDocument } from './fetch-document';

let mill: TestWorkspace;
let server: LoopbackHttpServer;

beforeAll(async () => {
  mill = await mintWorkspace();
  server = await startHttpServer((_, response) => response.end('openapi: 3.1.0\n'));
});
afterEach(() => {
  server.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await outboundClient().close();
  await closeDatabase();
});

const fetchAs = (actor: TestWorkspace['writer'], url = `${server.origin}/openapi.yaml`) =>
  fetchDocument(actor, { workspaceId: mill.workspaceId, url }, new AbortController().signal);

test('writers may have a document fetched; for readers and strangers nothing is fetched', async () => {
  await expectOutcomes(mill, (actor) => fetchAs(actor), { stranger: 'forbidden', reader: 'forbidden' });
  expect(server.received).toEqual([]);
  await expectOutcomes(mill, (actor) => fetchAs(actor), { writer: 'done', admin: 'done' });
  expect(server.received.map(({ url }) => url)).toEqual(['/openapi.yaml', '/openapi.yaml']);
});

test('what the operator opened for runs is open here, and nothing else', async () => {
  expect(await fetchAs(mill.writer)).toEqual({
    data: { text: 'openapi: 3.1.0\n', url: `${server.origin}/openapi.yaml` },
  });
  await expect(fetchAs(mill.writer, 'http://192.168.0.1/openapi.json')).rejects.toMatchObject({
    issues: [{ param: 'url', code: 'address_not_allowed' }],
  });
});
