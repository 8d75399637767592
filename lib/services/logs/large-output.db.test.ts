import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import type { LogDetail } from './schema';
import { type LoggedWorkspace, mintLoggedWorkspace } from './testing/logged-workspace';

let api: TestApi;
let mill: LoggedWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintLoggedWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const MIB = 1024 * 1024;

test('an output of more than 1 MiB is its beginning when that is asked for', async () => {
  const large = JSON.stringify({ text: 'é'.repeat(MIB) });
  const [long, short] = [mill.run({ finalOutput: large }), mill.run({ finalOutput: '{"n": 1}' })];
  await mill.record([long, short]);
  const outputOf = async ({ execution }: typeof long, search: string) => {
    const { body } = await api.call('GET', `/api/v1/logs/${execution.logId}${search}`, mill.headers);
    return (body.data as LogDetail).executionData.finalOutput;
  };
  expect(await outputOf(long, '')).toEqual(JSON.parse(large));
  expect(await outputOf(long, '?largeOutput=shortened')).toEqual({
    truncated: true,
    bytes: Buffer.byteLength(large),
    contentType: 'application/json',
    fileId: null,
    head: large.slice(0, 65_536),
  });
  expect(await outputOf(short, '?largeOutput=shortened')).toEqual({ n: 1 });
  const refused = await api.call(
    'GET',
    `/api/v1/logs/${short.execution.logId}?largeOutput=some`,
    mill.headers,
  );
  expect(refused.status).toBe(400);
});
