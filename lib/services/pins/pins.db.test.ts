import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { purgeWorkflow } from '../removal/purge-workflow';
import { deletePin, deletePins, listPins, savePin } from './pins';
import { MAX_PIN_BYTES } from './schema';

let mill: TestWorkspace;
let id: string;
beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_webhook_partitions(now(), 2)');
});
beforeEach(async () => {
  mill = await mintWorkspace();
  id = mill.exampleId;
});
afterAll(closeDatabase);

const pin = (blockId: string, output: object, source: 'typed' | 'run' = 'typed') =>
  savePin(mill.writer, { id, blockId, output: { ...output }, source });

test('all authors see what is pinned, by whom and whence; the newest takes its place', async () => {
  await pin('a', { n: 1 });
  await pin('a', { n: 2 }, 'run');
  await pin('b', {});
  const { data } = await listPins(mill.reader, { id });
  expect(data).toEqual([
    {
      blockId: 'a',
      output: { n: 2 },
      source: 'run',
      updatedAt: expect.any(String),
      updatedBy: expect.any(String),
    },
    expect.objectContaining({ blockId: 'b', output: {} }),
  ]);
  await deletePin(mill.writer, { id, blockId: 'a' });
  await deletePin(mill.writer, { id, blockId: 'a' });
  expect((await listPins(mill.owner, { id })).data.map(({ blockId }) => blockId)).toEqual(['b']);
});

test('all of a workflow are unpinned at once, and none of another', async () => {
  const other = await mintWorkspace();
  await savePin(other.writer, { id: other.exampleId, blockId: 'a', output: {}, source: 'typed' });
  for (const blockId of ['a', 'b']) await pin(blockId, {});
  await deletePins(mill.writer, { id });
  await deletePins(mill.writer, { id });
  expect((await listPins(mill.owner, { id })).data).toEqual([]);
  expect((await listPins(other.owner, { id: other.exampleId })).data).toHaveLength(1);
});

test('of several blocks at once; what was pinned meanwhile stays', async () => {
  for (const blockId of ['a', 'b', 'c']) await pin(blockId, {});
  await deletePins(mill.writer, { id, blockIds: ['a', 'c', 'gone'] });
  expect((await listPins(mill.owner, { id })).data.map(({ blockId }) => blockId)).toEqual(['b']);
});

test('pins are sealed, and go with their workflow', async () => {
  await pin('a', { token: 'tok-8f3a9c21d7' });
  const read = async () =>
    (await pool().query<{ sealed: Buffer }>('SELECT sealed FROM block_pin WHERE workflow_id = $1', [id]))
      .rows;
  expect((await read())[0]?.sealed.toString('latin1')).not.toContain('tok-8f3a9c21d7');
  await deleteWorkflow(mill.owner, { id });
  await purgeWorkflow(mill.owner, { id });
  expect(await read()).toEqual([]);
});

test('one may take 1 MB, all of a workflow 4 MB', async () => {
  const whole = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
  expect(await refusalOf(pin('a', whole(MAX_PIN_BYTES + 1)))).toBe('payload_too_large');
  for (let n = 0; n < 4; n += 1) await pin(`b${n}`, whole(MAX_PIN_BYTES));
  expect(await refusalOf(pin('c', { n: 1 }))).toBe('payload_too_large');
  expect(await refusalOf(pin('b3', whole(MAX_PIN_BYTES)))).toBe('done');
  await deletePin(mill.writer, { id, blockId: 'b3' });
  expect(await refusalOf(pin('c', { n: 1 }))).toBe('done');
});

test('who may see, pin and unpin', async () => {
  await expectOutcomes(mill, (actor) => listPins(actor, { id }), { stranger: 'not_found', reader: 'done' });
  const outcomes = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  const one = { id, blockId: 'a', output: {}, source: 'typed' as const };
  await expectOutcomes(mill, (actor) => savePin(actor, one), outcomes);
  await expectOutcomes(mill, (actor) => deletePin(actor, { id, blockId: 'a' }), outcomes);
  await expectOutcomes(mill, (actor) => deletePins(actor, { id }), outcomes);
});
