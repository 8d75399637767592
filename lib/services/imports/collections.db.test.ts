import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionImporters } from '../../core/blocks/api/collections/collection-importer';
import { INSOMNIA_4, INSOMNIA_5 } from '../../core/blocks/api/collections/testing/insomnia-exports';
import { HAR, HOPPSCOTCH } from '../../core/blocks/api/collections/testing/other-collections';
import { POSTMAN, POSTMAN_2_0 } from '../../core/blocks/api/collections/testing/postman-collection';
import { VALUES, type WrittenCollection } from '../../core/blocks/api/collections/testing/written-collection';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { type EchoServer, startEchoServer } from '../runs/testing/echo-server';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { setVariable } from '../variables/set-variable';

let mill: TestWorkspace;
let echo: EchoServer;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  echo = await startEchoServer();
  const values = { ...VALUES, BASE_URL: echo.origin, NESTED_NAME: 'Ada' };
  for (const [name, value] of Object.entries(values))
    await setVariable(mill.owner, { workspaceId: mill.workspaceId, name, value, plain: true });
});
afterAll(async () => {
  await echo.close();
  await outboundClient().close();
  await closeDatabase();
});

const FIXTURES: Array<[string, WrittenCollection]> = [
  ['Postman 2.1', POSTMAN],
  ['Postman 2.0', POSTMAN_2_0],
  ['Insomnia 4', INSOMNIA_4],
  ['Insomnia 5', INSOMNIA_5],
  ['Hoppscotch', HOPPSCOTCH],
  ['HAR', HAR],
];

test.each(FIXTURES)('%s: blocks send what the tool would send', async (_, { text: written, sends }) => {
  const text = written.startsWith('{"log"') ? written.replaceAll('{{BASE_URL}}', echo.origin) : written;
  const importers = collectionImporters.filter(({ accepts }) => accepts(text));
  expect(importers).toHaveLength(1);
  const [importer] = importers;
  const choices = (await importer?.choices?.(text)) ?? [];
  const nameOf = ({ description, label }: (typeof choices)[number]) =>
    description ?? label.replace(new URL(echo.origin).host, '');
  expect(choices.map(nameOf).sort()).toEqual(Object.keys(sends).sort());
  for (const choice of choices) {
    const { config } = (await importer?.read(text, { choice: choice.id }))!;
    const workflowId = await workflowIn(mill, [{ type: 'api', config }]);
    const run = await runByHand(mill.writer, { workflowId, input: {} });
    expect(run).toMatchObject({ status: 'success' });
    const wire = echo.received.at(-1)!;
    const headers = Object.fromEntries(wire.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const { line, headers: wanted, absent = [], body = '' } = sends[nameOf(choice)]!;
    expect(`${wire.method} ${wire.url}`).toBe(line);
    for (const [name, value] of Object.entries(wanted))
      expect(headers[name]).toEqual(typeof value === 'string' ? value : expect.stringMatching(value));
    for (const name of absent) expect(headers).not.toHaveProperty(name);
    expect(wire.body.toString()).toEqual(typeof body === 'string' ? body : expect.stringMatching(body));
  }
});
