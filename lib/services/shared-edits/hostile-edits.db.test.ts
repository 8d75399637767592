import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Doc, mergeUpdates, type Map as SharedMap, type Text } from 'yjs';
import { guardIntegration, StepBudget } from '../../core/shared-document/guard-integration';
import { joinUpdates, openSharedDocument } from '../../core/shared-document/shared-document';
import {
  blocksOfOneName,
  edgesInACircle,
  FOREIGN_PARTS,
  insertsAtOnePlace,
  invalidEdges,
  ringOf,
  unknownRoot,
  updateOf,
} from '../../core/shared-document/testing/hostile-updates';
import { randomNumbers } from '../../core/shared-document/testing/random-changes';
import { randomUpdates } from '../../core/shared-document/testing/random-updates';
import { SMALL_DOCUMENT } from '../../core/workflow/example-document';
import { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { expectShortTasks } from '../../platform/testing/expect-short-tasks';
import type { Actor } from '../access/actor';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createWorkflow } from '../workflows/create-workflow';
import { getWorkflow } from '../workflows/get-workflow';
import { insertShared, readShared, type StoredShared } from './edit-rows';
import { EditingThread } from './editing-thread';
import { getEdits } from './get-edits';
import { sendEdits } from './send-edits';
import { requireShare } from './state-limits';
import { forgetSharedDocuments } from './testing/forget-shared-documents';

const SEEDS = Number(process.env.SEEDS ?? 25);

let mill: TestWorkspace;
let id: string;
let epoch: string;
let state: Uint8Array;
beforeAll(async () => {
  mill = await mintWorkspace();
});
beforeEach(async () => {
  const document = WorkflowDocument.parse(SMALL_DOCUMENT);
  const input = { workspaceId: mill.workspaceId, name: 'Flow', document };
  id = (await createWorkflow(mill.writer, input)).data.id;
  ({ epoch, state } = await read());
});
afterAll(closeDatabase);

async function read() {
  const { data } = await getEdits(mill.writer, { id }, { roomFor: async () => () => undefined });
  const updates = data.updates.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  return { epoch: data.epoch, state: mergeUpdates(updates), seq: data.seq };
}

const send = (...updates: Uint8Array[]) =>
  sendEdits(mill.writer, {
    id,
    epoch,
    updates: updates.map((update) => Buffer.from(update).toString('base64')),
  });
const row = async () => (await readShared(pool(), id)) as StoredShared;
const urlIn = (doc: Doc): Text => {
  const block = doc.getMap('blocks').get('greeting') as SharedMap<SharedMap<Text>>;
  return block.get('config')?.get('url') as Text;
};
const typing = (from: Uint8Array, words: string) => updateOf(from, (doc) => urlIn(doc).insert(0, words));

/** Returns the steps beyond one for each part that each browser takes to open the workflow. */
function stepsToOpen(stored: Uint8Array): number {
  const budget = new StepBudget();
  guardIntegration(budget, () => joinUpdates([stored]));
  return budget.steps;
}

/** Checks that somebody else can edit the workflow, and that nothing of the attack is in it. */
async function expectUsable(): Promise<void> {
  ({ epoch, state } = await read());
  await send(typing(state, 'after '));
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  expect(String(document.blocks.greeting?.config.url)).toMatch(/^after https/);
  expect(Object.keys(document.blocks).sort()).toEqual(Object.keys(SMALL_DOCUMENT.blocks).sort());
  expect((await row()).stateBytes + (await row()).updateBytes).toBeLessThan(20_000);
}

const ATTACKS: ReadonlyArray<readonly [string, () => Uint8Array | Uint8Array[], string]> = [
  [
    '10,000 inserts of two clients at one place',
    () => insertsAtOnePlace(state, 'greeting', 10_000),
    'conflict',
  ],
  [
    '10,000 connections and one that closes a circle',
    () => edgesInACircle(state, ['start', 'greeting'], 10_000),
    'invalid_request',
  ],
  ['10,000 blocks of one name', () => blocksOfOneName(state, 10_000), 'invalid_request'],
  ['10,000 blocks in a ring', () => ringOf(state, 10_000), 'invalid_request'],
  ['50,000 invalid connections', () => invalidEdges(state, 50_000), 'invalid_request'],
  ['8 MB in an unknown root', () => unknownRoot(state, 8_000_000), 'invalid_request'],
];

for (const [what, make, refusal] of ATTACKS)
  test(`${what} are refused, and the event loop goes on`, async () => {
    const updates = [make()].flat();
    await expectShortTasks(async () => expect(await refusalOf(send(...updates))).toBe(refusal), {
      mostMs: 100,
    });
    await expectUsable();
  });

test('what no workflow has is refused in words', async () => {
  for (const [what, write] of Object.entries(FOREIGN_PARTS))
    expect(await refusalOf(send(updateOf(state, write))), what).toBe('invalid_request');
  await expect(send(updateOf(state, FOREIGN_PARTS['an XML element']!))).rejects.toThrow(/XML/);
  await expectUsable();
});

test('36 KB of text that make each opening slow are refused, and do not stay', async () => {
  const updates = insertsAtOnePlace(state, 'greeting', 5_200);
  expect(await refusalOf(send(...updates))).toBe('conflict');
  await expectUsable();
  expect(stepsToOpen((await read()).state)).toBe(0);
});

test('inserts at one place that add up over requests are dropped with the history before others open them', async () => {
  const first = epoch;
  for (let round = 0; round < 8; round += 1) {
    ({ epoch, state } = await read());
    await send(...insertsAtOnePlace(state, 'greeting', 1_000));
  }
  const after = await read();
  expect(after.epoch).not.toBe(first);
  const url = String(openSharedDocument([after.state]).current.document.blocks.greeting?.config.url);
  expect(url).toMatch(/^x{8000}https/);
  expect(stepsToOpen(after.state)).toBeLessThan(1_000_000);
});

test('a document with junk from before updates were checked is begun anew, without it', async () => {
  const junk = mergeUpdates([state, unknownRoot(state, 100_000), invalidEdges(state, 6_000)]);
  await insertShared(pool() as never, id, await row(), junk);
  forgetSharedDocuments();
  expect(await refusalOf(send(typing(state, 'unsent ')))).toBe('conflict');
  await expectUsable();
});

test('a stored document beyond its limit is begun anew without being read', async () => {
  await pool().query(
    `UPDATE runtime.workflow_shared SET state = convert_to(repeat('x', 34000000), 'UTF8') WHERE workflow_id = $1`,
    [id],
  );
  forgetSharedDocuments();
  await expectUsable();
});

test('a history that takes more room than the workflow is dropped', async () => {
  const removed = updateOf(state, (doc) => {
    urlIn(doc).insert(0, 'ab'.repeat(90_000));
    urlIn(doc).applyDelta(
      Array.from({ length: 180_000 }, (_, at) => (at % 2 === 0 ? { retain: 1 } : { delete: 1 })),
    );
  });
  await send(removed);
  const after = await read();
  expect(after.epoch).not.toBe(epoch);
  expect(after.state.length).toBeLessThan(removed.length / 4);
});

test('updates are merged by their bytes, not only by their number', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { state: now } = await read();
    await send(
      updateOf(now, (doc) => {
        urlIn(doc).delete(0, urlIn(doc).length);
        urlIn(doc).insert(0, String(round).repeat(400_000));
      }),
    );
  }
  const { stateBytes, updateBytes } = await row();
  expect(stateBytes + updateBytes).toBeLessThan(2_000_000);
});

test('large updates wait for room in memory before they are read, small ones do not', async () => {
  const asked: Array<{ owner: string; bytes: number }> = [];
  let isFull = false;
  const room = {
    roomFor: async (owner: string, bytes: number) => {
      if (isFull) throw new AppError('unavailable', 'No room.');
      asked.push({ owner, bytes });
      return () => undefined;
    },
  };
  await getEdits(mill.writer, { id }, room);
  expect(asked).toEqual([]);
  for (const text of ['a', 'b'])
    await send(updateOf((await read()).state, (doc) => urlIn(doc).insert(0, text.repeat(400_000))));
  await getEdits(mill.writer, { id }, room);
  expect(asked).toEqual([{ owner: mill.workspaceId, bytes: expect.any(Number) }]);
  expect(asked[0]?.bytes).toBeGreaterThan(3 * 1_000_000);
  isFull = true;
  expect(await refusalOf(getEdits(mill.writer, { id }, room))).toBe('unavailable');
});

test('what a workspace stores of edits ends at a limit', async () => {
  await expect(requireShare(pool(), mill.workspaceId, 2_000_000, 1_000)).rejects.toThrow(/Delete some/);
  await requireShare(pool(), mill.workspaceId, 2_000_000);
});

test('random updates are accepted or refused in words, and the workflow stays one that can be saved', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    ({ epoch, state } = await read());
    const made = randomUpdates(state, randomNumbers(seed), 2_000);
    // Each person may send 60 a second.
    const actor = [mill.writer, mill.admin, mill.owner][seed % 3] as Actor;
    const updates = made.map((update) => Buffer.from(update).toString('base64'));
    const answer = await refusalOf(sendEdits(actor, { id, epoch, updates }));
    expect(['done', 'invalid_request', 'conflict', 'payload_too_large'], `seed ${seed}`).toContain(answer);
  }
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  expect(WorkflowDocument.parse(document)).toEqual(document);
});

/** Returns a task that takes a while, and hundreds of megabytes. */
async function largeTask() {
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  const blocks = Array.from({ length: 2_000 }, (_, index) => {
    const rows = Array.from({ length: 50 }, (__, key) => ({ key: `k${key}`, value: 'v', enabled: true }));
    return [
      `b${index}`,
      { ...document.blocks.greeting, id: `b${index}`, name: `b${index}`, config: { params: rows } },
    ];
  });
  const text = JSON.stringify({ ...document, blocks: Object.fromEntries(blocks) });
  return { kind: 'begin', workflowId: id, stored: { name: 'Flow', text } } as const;
}

test('a thread that takes too long is ended, and the next edit has another one', async () => {
  const task = await largeTask();
  const thread = new EditingThread({ limitMs: 1, heapMb: 512 });
  const begun = [1, 2].map(() => refusalOf(thread.run(task)));
  expect(await Promise.all(begun)).toEqual(['payload_too_large', 'unavailable']);
  expect(thread.hasEnded).toBe(true);
  await expectUsable();
});

test('a thread that takes too much memory is ended, and the process goes on', async () => {
  const thread = new EditingThread({ limitMs: 60_000, heapMb: 64 });
  await expect(thread.run(await largeTask())).rejects.toThrow(/too much memory/);
  await expectUsable();
});
