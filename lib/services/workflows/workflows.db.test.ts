import { afterAll, beforeEach, expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES, WorkflowDocument } from '../../core/workflow/schema';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createFolder } from '../folders/create-folder';
import { deleteWorkflow } from '../removal/delete-workflow';
import { purgeWorkflow } from '../removal/purge-workflow';
import { createWorkflow } from './create-workflow';
import { EXAMPLE_WORKFLOW } from './example-workflow';
import { getWorkflow } from './get-workflow';
import { listWorkflows } from './list-workflows';
import { saveWorkflow } from './save-workflow';
import { updateWorkflow } from './update-workflow';

const EMPTY: WorkflowDocument = { blocks: {}, edges: [], schemaVersion: 1, loops: {}, parallels: {} };

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const create = (document: unknown = EMPTY) =>
  createWorkflow(mill.writer, {
    workspaceId: mill.workspaceId,
    name: 'Flow',
    document: WorkflowDocument.parse(document),
  });

const block = (id: string, type: string, name: string, config = {}) => ({
  id,
  type,
  name,
  position: { x: 0, y: 0 },
  config,
});

test('who may do what with workflows', async () => {
  const { workspaceId, exampleId: id } = mill;
  const document = EMPTY;
  await expectOutcomes(mill, (actor) => listWorkflows(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => createWorkflow(actor, { workspaceId, name: 'x', document }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
  });
  await expectOutcomes(mill, (actor) => getWorkflow(actor, { id }), {
    stranger: 'not_found',
    reader: 'done',
  });
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, (actor) => saveWorkflow(actor, { id, document }), writing);
  await expectOutcomes(mill, (actor) => updateWorkflow(actor, { id, name: 'y' }), writing);
  await expectOutcomes(mill, (actor) => deleteWorkflow(actor, { id }), writing);
});

test('unknown, deleted and nonsense ids are all not found', async () => {
  await deleteWorkflow(mill.writer, { id: mill.exampleId });
  for (const id of [newId(), mill.exampleId, 'nonsense']) {
    expect(await refusalOf(getWorkflow(mill.writer, { id }))).toBe('not_found');
    expect(await refusalOf(saveWorkflow(mill.writer, { id, document: EMPTY }))).toBe('not_found');
    expect(await refusalOf(updateWorkflow(mill.writer, { id, name: 'x' }))).toBe('not_found');
    expect(await refusalOf(deleteWorkflow(mill.writer, { id }))).toBe('not_found');
  }
});

test('a document comes back as it was sent', async () => {
  const { data } = await create(EXAMPLE_WORKFLOW.document);
  expect(data).toMatchObject({ name: 'Flow', description: '', folderId: null, version: 1 });
  expect((await getWorkflow(mill.reader, data)).data.document).toEqual(EXAMPLE_WORKFLOW.document);
});

test('a save raises the version and is announced; a stale one changes nothing', async () => {
  const { data } = await create();
  const announced: string[] = [];
  onNotification('workflow', (id) => announced.push(id));
  const saved = await saveWorkflow(mill.writer, {
    id: data.id,
    document: EXAMPLE_WORKFLOW.document,
    version: 1,
    name: 'Renamed',
  });
  expect(saved.data).toMatchObject({ version: 2, name: 'Renamed' });
  expect(announced).toEqual([data.id]);
  await expect(saveWorkflow(mill.writer, { id: data.id, document: EMPTY, version: 1 })).rejects.toMatchObject(
    {
      code: 'conflict',
      extensions: { currentVersion: 2, currentDocument: EXAMPLE_WORKFLOW.document },
    },
  );
  expect((await getWorkflow(mill.writer, data)).data).toMatchObject({ version: 2, name: 'Renamed' });
});

test('of saves that meet on one version, one wins', async () => {
  const { data } = await create();
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map(() =>
      refusalOf(saveWorkflow(mill.writer, { id: data.id, document: EMPTY, version: 1 })),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'done']);
});

test('without a version the last save wins', async () => {
  const { data } = await create();
  await saveWorkflow(mill.writer, { id: data.id, document: EMPTY });
  const last = await saveWorkflow(mill.writer, { id: data.id, document: EXAMPLE_WORKFLOW.document });
  expect(last.data.version).toBe(3);
});

test('a document that can’t be is refused, each problem by its path', async () => {
  const document = {
    ...EMPTY,
    blocks: {
      b1: block('b1', 'start', 'one'),
      b2: block('b2', 'response', 'One'),
      b3: block('b3', 'teapot', 'three'),
    },
    edges: [{ id: 'e1', source: 'b1', target: 'gone' }],
  };
  await expect(create(document)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: expect.arrayContaining([
      expect.objectContaining({ param: 'document.blocks.b2.name' }),
      expect.objectContaining({ param: 'document.blocks.b3.type' }),
      expect.objectContaining({ param: 'document.edges.0' }),
    ]),
  });
});

test('text that the database can’t hold is refused; text that only looks like it is not', async () => {
  const withUrl = (url: string) => ({ ...EMPTY, blocks: { a: block('a', 'api', 'a', { url }) } });
  for (const url of ['https://x.test/\u0000', 'https://x.test/\ud800', 'https://x.test/\\\u0000'])
    expect(await refusalOf(create(withUrl(url)))).toBe('invalid_request');
  for (const url of ['https://x.test/\\u0000', 'https://x.test/\u{1f600}'])
    expect(await refusalOf(create(withUrl(url)))).toBe('done');
});

test('a document of 2,000 blocks and 5,000 connections fits a request and is saved', async () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `b${index}`);
  const edges = Array.from({ length: 5_000 }, (_, index) => {
    const [source, step] = [index % 1_990, 1 + Math.floor(index / 1_990)];
    return { id: `e${index}`, source: `b${source}`, target: `b${source + step}` };
  });
  const url = `https://example.com/${'x'.repeat(2_000)}`;
  const document = {
    blocks: Object.fromEntries(ids.map((id) => [id, block(id, 'api', id, { url })])),
    edges,
  };
  expect(JSON.stringify(document).length).toBeLessThan(MAX_DOCUMENT_BYTES);
  const { data: made } = await create(document);
  const { data: saved } = await saveWorkflow(mill.writer, {
    id: made.id,
    version: made.version,
    document: { ...made.document, edges: WorkflowDocument.parse(document).edges.slice(1) },
  });
  expect(Object.keys(saved.document.blocks)).toHaveLength(2_000);
  expect(saved.document.edges).toHaveLength(4_999);
});

test('a setting that no block has is refused, with what was meant; one stored already is not', async () => {
  const withConfig = (config: object) => ({ ...EMPTY, blocks: { a: block('a', 'api', 'a', config) } });
  const slip = withConfig({ url: 'https://x.test', header: [] });
  await expect(create(slip)).rejects.toMatchObject({
    issues: [
      { param: 'document.blocks.a.config.header', message: expect.stringContaining('mean "headers"?') },
    ],
  });
  const { data } = await create(withConfig({ url: 'https://x.test' }));
  const save = (document: object) =>
    saveWorkflow(mill.writer, { id: data.id, document: WorkflowDocument.parse(document) });
  expect(await refusalOf(save(slip))).toBe('invalid_request');
  const inside = withConfig({ url: 'https://x.test', headers: [{ name: 'X-A', value: '1' }] });
  await expect(save(inside)).rejects.toMatchObject({
    issues: [
      {
        param: 'document.blocks.a.config.headers',
        message: expect.stringContaining('no setting "headers.name"'),
      },
    ],
  });
  for (const stored of [slip, inside]) {
    await prisma().workflow.update({ where: { id: data.id }, data: { document: stored as object } });
    expect(await refusalOf(save(stored))).toBe('done');
  }
  expect(await refusalOf(save(slip))).toBe('invalid_request');
});

test('an unfinished configuration may be saved', async () => {
  expect(await refusalOf(create({ ...EMPTY, blocks: { a: block('a', 'api', 'a') } }))).toBe('done');
});

test('a workflow can only be put into a folder of its own workspace', async () => {
  const { workspaceId, stranger, strangersWorkspaceId } = mill;
  const own = await createFolder(mill.writer, { workspaceId, name: 'f', parentId: null });
  const foreign = await createFolder(stranger, {
    workspaceId: strangersWorkspaceId,
    name: 'f',
    parentId: null,
  });
  const { id } = (await create()).data;
  const moved = await updateWorkflow(mill.writer, { id, folderId: own.data.id });
  expect(moved.data).toMatchObject({ folderId: own.data.id, version: 1 });
  for (const folderId of [foreign.data.id, newId(), 'nonsense']) {
    expect(await refusalOf(updateWorkflow(mill.writer, { id, folderId }))).toBe('invalid_request');
    expect(await refusalOf(saveWorkflow(mill.writer, { id, document: EMPTY, folderId }))).toBe(
      'invalid_request',
    );
  }
  expect((await updateWorkflow(mill.writer, { id, folderId: null })).data.folderId).toBeNull();
});

test('a deleted workflow leaves the list; in the end its name alone stays, for its logs', async () => {
  const { exampleId: id, workspaceId } = mill;
  await deleteWorkflow(mill.writer, { id });
  expect((await listWorkflows(mill.reader, { workspaceId })).data).toEqual([]);
  await purgeWorkflow(mill.admin, { id });
  const row = await prisma().workflow.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ name: 'Say hello', document: { blocks: {}, edges: [] } });
});
