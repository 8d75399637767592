import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSharedDocument, type SharedDocument } from '../../core/shared-document/shared-document';
import { SMALL_DOCUMENT } from '../../core/workflow/example-document';
import { type Block, WorkflowDocument } from '../../core/workflow/schema';
import { NO_ROOM } from '../../platform/http/answer-room';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintUser, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deletePin, savePin } from '../pins/pins';
import { deleteWorkflow } from '../removal/delete-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { updateWorkflow } from '../workflows/update-workflow';
import { getEdits } from './get-edits';
import { othersPresent, sendPlace } from './presence';
import type { SharedEvent } from './schema';
import { sendEdits } from './send-edits';
import { forgetSharedDocuments } from './testing/forget-shared-documents';
import { watchEdits } from './watch-edits';

const SECRET = 'sk-live-0123456789abcdef';
const NO_PLACE = { cursor: null, selected: [], field: null };

let mill: TestWorkspace;
let id: string;
beforeAll(async () => {
  await startListening();
  mill = await mintWorkspace();
});
beforeEach(async () => {
  const document = WorkflowDocument.parse(SMALL_DOCUMENT);
  const input = { workspaceId: mill.workspaceId, name: 'Flow', document };
  id = (await createWorkflow(mill.writer, input)).data.id;
});
afterAll(async () => {
  await stopListening();
  await closeDatabase();
});

const bytesOf = (updates: readonly string[]) =>
  updates.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
const toBase64 = (update: Uint8Array | null) => Buffer.from(update as Uint8Array).toString('base64');
const stored = async () => (await getWorkflow(mill.writer, { id })).data;
const urlOf = ({ blocks }: WorkflowDocument) => blocks.greeting?.config.url;

/** Returns an editor with its state and functions that send. */
async function join(actor: Actor) {
  const { data } = await getEdits(actor, { id });
  const shared: SharedDocument = openSharedDocument(bytesOf(data.updates));
  let { epoch, seq } = data;
  return {
    shared,
    epoch,
    change(work: (document: WorkflowDocument) => WorkflowDocument, name = shared.current.name): string {
      return toBase64(shared.change({ name, document: work(shared.current.document) }));
    },
    send: (...updates: string[]) => sendEdits(actor, { id, epoch, updates }),
    async receive() {
      const answer = await getEdits(actor, { id, epoch, since: seq });
      shared.apply(bytesOf(answer.data.updates));
      ({ epoch, seq } = answer.data);
      return answer.data;
    },
  };
}

const withConfig =
  (config: Record<string, unknown>) =>
  (document: WorkflowDocument): WorkflowDocument => {
    const greeting = document.blocks.greeting as Block;
    return {
      ...document,
      blocks: { ...document.blocks, greeting: { ...greeting, config: { ...greeting.config, ...config } } },
    };
  };
const withUrl = (work: (url: string) => string) => (document: WorkflowDocument) =>
  withConfig({ url: work(String(urlOf(document))) })(document);

test('what two people type at once is in the stored workflow, and each gets the other’s', async () => {
  const [a, b] = [await join(mill.writer), await join(mill.owner)];
  const before = (await stored()).version;
  const [mine, theirs] = [a.change(withUrl((url) => `${url}?a=1`)), b.change(withUrl((url) => `X${url}`))];
  await Promise.all([a.send(mine), b.send(theirs)]);
  const { document, version } = await stored();
  expect(urlOf(document)).toBe('Xhttps://example.com/greetings/<start.name>?a=1');
  expect(version).toBe(before + 2);
  await Promise.all([a.receive(), b.receive()]);
  expect(a.shared.current.document).toEqual(b.shared.current.document);
  expect(urlOf(a.shared.current.document)).toBe(urlOf(document));
});

test('edits that are sent again change nothing', async () => {
  const a = await join(mill.writer);
  const update = a.change(withUrl((url) => `${url}!`));
  const first = await a.send(update);
  const again = await a.send(update);
  expect(again).toEqual(first);
});

test('a server that starts anew goes on from what is stored', async () => {
  const a = await join(mill.writer);
  await a.send(a.change(withUrl((url) => `${url}1`)));
  forgetSharedDocuments();
  await a.send(a.change(withUrl((url) => `${url}2`)));
  expect(urlOf((await stored()).document)).toMatch(/12$/);
  expect(urlOf((await join(mill.owner)).shared.current.document)).toMatch(/12$/);
});

test('after many edits what is kept is small, and who was away for all comes to the same', async () => {
  const [a, away] = [await join(mill.writer), await join(mill.owner)];
  const offline = away.change(withConfig({ method: 'POST' }));
  // Sent by several people, because one alone may send only 60 a second.
  const userId = await mintUser('another');
  await prisma().membership.create({ data: { workspaceId: mill.workspaceId, userId, role: 'writer' } });
  const senders = [mill.writer, mill.owner, mill.admin, { ...mill.writer, userId }];
  for (let count = 0; count < 220; count += 1) {
    const updates = [a.change(withUrl((url) => `${url}.`))];
    await sendEdits(senders[count % 4] as Actor, { id, epoch: a.epoch, updates });
  }
  const { rows } = await pool().query(
    'SELECT count(*)::integer AS count FROM runtime.workflow_update WHERE workflow_id = $1',
    [id],
  );
  expect(rows[0].count).toBeLessThan(201);
  await away.send(offline);
  await Promise.all([a.receive(), away.receive()]);
  expect(away.shared.current.document).toEqual(a.shared.current.document);
  expect(a.shared.current.document.blocks.greeting?.config).toMatchObject({ method: 'POST' });
  expect(urlOf(a.shared.current.document)).toMatch(/\.{220}$/);
});

test('a save of the whole workflow reaches open editors, and what they have not sent yet stays', async () => {
  const a = await join(mill.writer);
  const typing = a.change(withUrl((url) => `${url}?typing`));
  const { document } = await stored();
  await saveWorkflow(mill.owner, {
    id,
    document: withConfig({ method: 'DELETE' })(document),
    name: 'Renamed',
  });
  await a.receive();
  expect(a.shared.current.document.blocks.greeting?.config).toMatchObject({ method: 'DELETE' });
  expect(a.shared.current.name).toBe('Renamed');
  await a.send(typing);
  const config = (await stored()).document.blocks.greeting?.config;
  expect(config).toMatchObject({ method: 'DELETE', url: expect.stringMatching(/\?typing$/) });
  await updateWorkflow(mill.owner, { id, name: 'Renamed again' });
  await a.receive();
  expect(a.shared.current.name).toBe('Renamed again');
  await a.send(a.change((same) => same, 'Named here'));
  expect((await stored()).name).toBe('Named here');
});

test('the same name given twice is put right by the server', async () => {
  const [a, b] = [await join(mill.writer), await join(mill.owner)];
  const add = (blockId: string) => (document: WorkflowDocument) => ({
    ...document,
    blocks: {
      ...document.blocks,
      [blockId]: { ...(document.blocks.greeting as Block), id: blockId, name: 'api' },
    },
  });
  await a.send(a.change(add('n1')));
  await b.send(b.change(add('n2')));
  await Promise.all([a.receive(), b.receive()]);
  const names = Object.values((await stored()).document.blocks).map(({ name }) => name);
  expect(names.sort()).toEqual(['api', 'api 2', 'greeting', 'start']);
  expect(a.shared.current.document).toEqual(b.shared.current.document);
});

test('what can’t be saved is refused, and goes once it is put right', async () => {
  const a = await join(mill.writer);
  const wrong = a.change(withUrl((url) => `${url}\u0000`));
  expect(await refusalOf(a.send(wrong))).toBe('invalid_request');
  const other = await join(mill.owner);
  await other.send(other.change(withConfig({ method: 'PUT' })));
  await a.send(wrong, a.change(withUrl((url) => url.replace('\u0000', ''))));
  expect((await stored()).document.blocks.greeting?.config).toMatchObject({ method: 'PUT' });
  expect(await refusalOf(a.send('/////w=='))).toBe('invalid_request');
  expect(await refusalOf(sendEdits(mill.writer, { id, epoch: 'other', updates: [wrong] }))).toBe('conflict');
  // All letters are new, so that the second update builds on the first.
  const [first, second] = [a.change(withUrl(() => '##')), a.change(withUrl(() => '##5'))];
  expect(await refusalOf(a.send(second))).toBe('conflict');
  await a.send(first, second);
  expect(urlOf((await stored()).document)).toBe('##5');
});

test('who may read edits, and make them', async () => {
  const a = await join(mill.writer);
  const update = a.change(withUrl((url) => `${url}!`));
  const outcomes = { stranger: 'not_found', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, (actor) => getEdits(actor, { id }), outcomes);
  await expectOutcomes(
    mill,
    (actor) => sendEdits(actor, { id, epoch: a.epoch, updates: [update] }),
    outcomes,
  );
  await deleteWorkflow(mill.writer, { id });
  expect(await refusalOf(a.send(update))).toBe('not_found');
  const { rows } = await pool().query('SELECT FROM runtime.workflow_shared WHERE workflow_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('more edits in a second than anybody types are refused', async () => {
  const a = await join(mill.admin);
  const sent = Array.from({ length: 120 }, () => refusalOf(a.send()));
  expect(await Promise.all(sent)).toContain('rate_limited');
});

test('a credential is nowhere in the tables as it was typed', async () => {
  const a = await join(mill.writer);
  await a.send(a.change(withConfig({ auth: { kind: 'bearer', token: SECRET } })));
  const { rows } = await pool().query<{ text: string }>(
    `SELECT w.document::text || encode(s.state, 'escape') || encode(u.sealed, 'escape') AS text
      FROM workflow w JOIN runtime.workflow_shared s ON s.workflow_id = w.id
      JOIN runtime.workflow_update u ON u.workflow_id = w.id WHERE w.id = $1`,
    [id],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text).not.toContain('0123456789abcdef');
  expect((await join(mill.owner)).shared.current.document.blocks.greeting?.config.auth).toEqual({
    kind: 'bearer',
    token: SECRET,
  });
});

const asking = (actor: Actor, signal: AbortSignal) => ({
  signal,
  authenticateAgain: async () => actor,
  roomFor: NO_ROOM.roomFor,
});

/** Reads a stream until `isEnough`. */
async function follow(actor: Actor, clientId: string, isEnough: (event: SharedEvent) => boolean) {
  const controller = new AbortController();
  const reply = await watchEdits(actor, { id, clientId }, asking(actor, controller.signal));
  const events: SharedEvent[] = [];
  for await (const frame of reply.body as AsyncIterable<string>) {
    if (!frame.startsWith('data: ')) continue;
    const event = JSON.parse(frame.slice('data: '.length)) as SharedEvent;
    events.push(event);
    if (isEnough(event)) controller.abort();
  }
  return events;
}

test('an open editor is sent what others change; a reader only that something changed', async () => {
  const a = await join(mill.writer);
  const editor = openSharedDocument([]);
  const isThere = () => String(urlOf(editor.current.document)).endsWith('?new');
  const followed = follow(mill.owner, 'c1', (event) => {
    if (event.kind === 'updates') editor.apply(bytesOf(event.updates));
    return isThere();
  });
  const { version } = await stored();
  const read = follow(mill.reader, 'c2', (event) => event.kind === 'changed' && event.version > version);
  await a.send(
    a.change(withConfig({ url: 'https://example.com?new', auth: { kind: 'bearer', token: SECRET } })),
  );
  await followed;
  expect(isThere()).toBe(true);
  const events = await read;
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set(['changed', 'comments', 'pins', 'present']),
  );
  expect(JSON.stringify(events)).not.toContain(SECRET);
});

test('other windows are told at once that an output was pinned or unpinned', async () => {
  const change = [
    () => savePin(mill.writer, { id, blockId: 'greeting', output: {}, source: 'typed' }),
    () => deletePin(mill.writer, { id, blockId: 'greeting' }),
    () => undefined,
  ];
  const told: SharedEvent[] = [];
  await follow(mill.reader, 'c1', (event) => {
    if (event.kind !== 'pins') return false;
    told.push(event);
    // The first event is sent to every new client.
    void change[told.length - 1]?.();
    return told.length === change.length;
  });
  expect(told).toHaveLength(3);
});

test('a save by the API is sent to open editors at once', async () => {
  const editor = openSharedDocument([]);
  const followed = follow(mill.owner, 'c1', (event) => {
    if (event.kind === 'updates') editor.apply(bytesOf(event.updates));
    return editor.current.document.blocks.greeting?.config.method === 'PATCH';
  });
  const { document } = await stored();
  await saveWorkflow(mill.writer, { id, document: withConfig({ method: 'PATCH' })(document) });
  await followed;
});

test('a caret in a text is told to writers; readers, who may not see the text, get none', async () => {
  const caret = { anchor: 1, head: 4, length: 9 };
  const place = { ...NO_PLACE, field: { blockId: 'greeting', name: 'url: URL', caret } };
  await sendPlace(mill.owner, { id, clientId: 'c2', place });
  for (const [actor, expected] of [
    [mill.writer, caret],
    [mill.reader, null],
  ] as const) {
    const seen = await follow(actor, 'c1', ({ kind }) => kind === 'present');
    const present = seen.flatMap((event) => (event.kind === 'present' ? event.present : []));
    expect(present[0]?.place.field?.caret).toEqual(expected);
  }
});

test('who is there is told to the others, and that they left', async () => {
  const place = { ...NO_PLACE, selected: ['start'] };
  const isAlone = (event: SharedEvent) => event.kind === 'present' && event.present.length === 0;
  const left = new AbortController();
  const theirs = await watchEdits(mill.reader, { id, clientId: 'c2' }, asking(mill.reader, left.signal));
  const reading = (async () => {
    for await (const _ of theirs.body as AsyncIterable<string>) if (left.signal.aborted) break;
  })();
  await sendPlace(mill.reader, { id, clientId: 'c2', place });
  const seen = await follow(mill.writer, 'c1', (event) => {
    if (event.kind === 'present' && event.present.length === 1) left.abort();
    return isAlone(event);
  });
  await reading;
  const present = seen.flatMap((event) => (event.kind === 'present' ? event.present : []));
  expect(present).toEqual([{ clientId: 'c2', userId: mill.reader.userId, name: 'reader', place }]);
  expect(await othersPresent(id, 'c1')).toEqual([]);
  expect(await refusalOf(sendPlace(mill.stranger, { id, clientId: 'c3', place }))).toBe('not_found');
  await sendPlace(mill.owner, { id, clientId: 'c4', place });
  await sendPlace(mill.writer, { id, clientId: 'c4', place: NO_PLACE });
  expect((await othersPresent(id, 'c1'))[0]).toMatchObject({ userId: mill.owner.userId, place });
});
