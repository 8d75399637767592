import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createApiKey } from '../api-keys/create-api-key';
import { revokeApiKey } from '../api-keys/revoke-api-key';
import { rotateApiKey } from '../api-keys/rotate-api-key';
import { updateApiKey } from '../api-keys/update-api-key';
import { createFolder } from '../folders/create-folder';
import { deleteFolder } from '../folders/delete-folder';
import { updateFolder } from '../folders/update-folder';
import { createLogView, deleteLogView, updateLogView } from '../log-views/log-views';
import { deletePin, savePin } from '../pins/pins';
import { deleteWorkflow } from '../removal/delete-workflow';
import { keepInLibrary } from '../request-library/keep-in-library';
import { deleteLibrary, renameLibrary } from '../request-library/libraries';
import { createWorkflow } from '../workflows/create-workflow';
import { EXAMPLE_WORKFLOW } from '../workflows/example-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { updateWorkflow } from '../workflows/update-workflow';
import { createWorkspace } from '../workspaces/create-workspace';
import { renameWorkspace } from '../workspaces/rename-workspace';

const { document } = EXAMPLE_WORKFLOW;
let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

/** Not sorted by time: several may be written within a millisecond. */
const sorted = (entries: unknown[][]) =>
  entries.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

async function entries(workspaceId = mill.workspaceId) {
  const rows = await prisma().auditEvent.findMany({ where: { workspaceId } });
  return sorted(rows.map(({ action, target, detail }) => [action, target, detail]));
}
const actions = async () => (await entries()).map(([action]) => action);

test('folders: made, renamed, moved, deleted, and nothing for what stays as it is', async () => {
  const { workspaceId, writer } = mill;
  const top = (await createFolder(writer, { workspaceId, name: 'top', parentId: null })).data.id;
  const { id } = (await createFolder(writer, { workspaceId, name: 'a', parentId: null })).data;
  await updateFolder(writer, { id, name: 'b' });
  await updateFolder(writer, { id, parentId: top });
  await updateFolder(writer, { id, name: 'b', parentId: top });
  await deleteFolder(writer, { id });
  expect(await entries()).toEqual(
    sorted([
      ['folder.created', top, { name: 'top' }],
      ['folder.created', id, { name: 'a' }],
      ['folder.renamed', id, { name: 'b', formerName: 'a' }],
      ['folder.moved', id, { name: 'b' }],
      ['folder.deleted', id, { name: 'b' }],
    ]),
  );
});

test('workflows: made, renamed, described, moved, deleted', async () => {
  const { workspaceId, writer } = mill;
  const folder = (await createFolder(writer, { workspaceId, name: 'f', parentId: null })).data.id;
  const { id } = (await createWorkflow(writer, { workspaceId, name: 'a', document })).data;
  await updateWorkflow(writer, { id, name: 'b' });
  await updateWorkflow(writer, { id, description: 'what it does' });
  await updateWorkflow(writer, { id, folderId: folder });
  await updateWorkflow(writer, { id, name: 'b', description: 'what it does', folderId: folder });
  await deleteWorkflow(writer, { id });
  expect((await entries()).slice(1)).toEqual(
    sorted([
      ['workflow.created', id, {}],
      ['workflow.renamed', id, { formerName: 'a' }],
      ['workflow.described', id, {}],
      ['workflow.moved', id, {}],
      ['workflow.deleted', id, {}],
    ]),
  );
});

test('saves are one entry an hour a person and workflow; a new name is one each time', async () => {
  const { exampleId: id, writer, admin } = mill;
  const { name } = await prisma().workflow.findUniqueOrThrow({ where: { id } });
  await saveWorkflow(writer, { id, document });
  await saveWorkflow(writer, { id, document });
  await saveWorkflow(byKey(admin, ['workflows:write']), { id, document, name: 'another' });
  expect(await entries()).toEqual([
    ['workflow.edited', id, { byApiKey: expect.any(String) }],
    ['workflow.edited', id, {}],
    ['workflow.renamed', id, { byApiKey: expect.any(String), formerName: name }],
  ]);
  await pool().query(
    `UPDATE audit_event SET created_at = now() - interval '61 minutes' WHERE workspace_id = $1`,
    [mill.workspaceId],
  );
  await saveWorkflow(writer, { id, document });
  expect(await actions()).toHaveLength(4);
});

test('a save that is refused leaves no entry', async () => {
  const { exampleId: id, writer, reader } = mill;
  expect(await refusalOf(saveWorkflow(writer, { id, document, version: 99 }))).toBe('conflict');
  expect(await refusalOf(saveWorkflow(reader, { id, document }))).toBe('forbidden');
  expect(await entries()).toEqual([]);
});

test('workspaces: made and renamed', async () => {
  const { id } = (await createWorkspace(mill.owner, { name: 'New' })).data;
  expect(await entries(id)).toEqual([['workspace.created', id, { name: 'New' }]]);
  const { workspaceId } = mill;
  await renameWorkspace(mill.admin, { id: workspaceId, name: 'Other' });
  await renameWorkspace(mill.admin, { id: workspaceId, name: 'Other' });
  expect(await entries()).toEqual([
    ['workspace.renamed', workspaceId, { name: 'Other', formerName: 'Mill' }],
  ]);
});

test('keys: made, renamed, limited, rotated, revoked, in each workspace that they reach', async () => {
  const { workspaceId, owner } = mill;
  const choice = { name: 'k', scopes: ['logs:read'] as const, workspaceIds: [workspaceId], expiresAt: null };
  const { id } = (await createApiKey(owner, choice)).data;
  await updateApiKey(owner, { id, name: 'key' });
  await updateApiKey(owner, { id, name: 'key', addresses: ['127.0.0.1'] });
  const next = (await rotateApiKey(owner, { id, overlap: 'none' })).data;
  await revokeApiKey(owner, { id: next.id });
  expect(await actions()).toEqual([
    'api_key.created',
    'api_key.created',
    'api_key.limited',
    'api_key.renamed',
    'api_key.revoked',
    'api_key.rotated',
  ]);
});

test('views that are shared, and none that are private', async () => {
  const { workspaceId, writer } = mill;
  const view = { workspaceId, search: '' };
  const own = (await createLogView(writer, { ...view, name: 'own', shared: false })).data.id;
  await deleteLogView(writer, { workspaceId, viewId: own });
  const viewId = (await createLogView(writer, { ...view, name: 'all', shared: true })).data.id;
  await updateLogView(writer, { workspaceId, viewId, shared: false });
  expect(await entries()).toEqual([
    ['log_view.created', viewId, { name: 'all' }],
    ['log_view.updated', viewId, { name: 'all' }],
  ]);
});

test('pins and kept documents', async () => {
  const { workspaceId, writer, exampleId: id } = mill;
  await savePin(writer, { id, blockId: 'b', output: {}, source: 'typed' });
  await deletePin(writer, { id, blockId: 'b' });
  await deletePin(writer, { id, blockId: 'b' });
  const kept = {
    workspaceId,
    name: 'api',
    format: 'openapi',
    text: '{}',
    entries: [{ id: 'get', label: 'GET /' }],
  };
  const libraryId = (await keepInLibrary(writer, kept)).data.id;
  await renameLibrary(writer, { workspaceId, libraryId, name: 'other' });
  await deleteLibrary(writer, { workspaceId, libraryId });
  expect(await entries()).toEqual(
    sorted([
      ['workflow.output_pinned', id, { blockId: 'b' }],
      ['workflow.output_unpinned', id, { blocks: 1 }],
      ['request_library.kept', libraryId, { name: 'api' }],
      ['request_library.renamed', libraryId, { name: 'other', formerName: 'api' }],
      ['request_library.deleted', libraryId, { name: 'other' }],
    ]),
  );
});
