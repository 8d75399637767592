import { CONCEALED } from '../../core/references/credentials';
import { withContainers } from '../../core/workflow/containers';
import type { Workflow, WorkflowDocument, WorkflowSummary } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { notifyOfSql, notifyThisServer } from '../../platform/postgres/notify';
import { someText } from '../../platform/text/storable-text';
import { type Actor, hasRole } from '../access/actor';
import { assertSavable } from './assert-savable';
import { findWorkflow, readWorkflow } from './find-workflow';
import { noteChangeSql, whoNotes } from './note-change-sql';
import { requireFolder } from './require-folder';
import { restoreConcealed } from './restore-concealed';
import { openDocument, sealDocument } from './stored-document';
import { summaryOf, workflowOf } from './workflow-row';

export interface SaveWorkflow {
  id: string;
  document: WorkflowDocument;
  name?: string;
  description?: string;
  folderId?: string | null;
  /** The version this save is based on; if absent, the last save wins. */
  version?: number;
}

// Limited to workspaces where the actor may write, which is known without a read.
const SAVE = `
WITH before AS (
  SELECT id, name, description, folder_id FROM workflow WHERE id = $1
), saved AS (
  UPDATE workflow SET document = $2::jsonb, version = version + 1, updated_at = now(),
    name = coalesce($3, name),
    description = coalesce($4, description), folder_id = CASE WHEN $5 THEN $6::uuid ELSE folder_id END
  WHERE id = $1 AND deleted_at IS NULL AND workspace_id = ANY($7::uuid[])
    AND version = coalesce($8::bigint, version)
  RETURNING id, workspace_id, folder_id, name, description, external_id, version, live_version,
    created_at, updated_at
), noted AS (${noteChangeSql({ before: 'before', after: 'saved', userId: '$9', keyId: '$10' })}
)
SELECT id, workspace_id AS "workspaceId", folder_id AS "folderId", name, description,
  external_id AS "externalId", version, live_version AS "liveVersion", created_at AS "createdAt",
  updated_at AS "updatedAt",
  ${notifyOfSql('workflow', 'id::text')}
FROM saved`;

/**
 * Replaces the document in one versioned update, which sends it to the database once and reads nothing
 * back.
 *
 * @throws AppError not_found, forbidden, invalid_request; conflict with the whole stored version when stale
 */
export async function saveWorkflow(actor: Actor, input: SaveWorkflow): Promise<{ data: Workflow }> {
  const { id, folderId } = input;
  const readStored = async () => openDocument(id, (await readWorkflow(actor, id, 'writer')).document);
  // Without a *** there is no concealed credential to restore.
  const document = someText(input.document, (text) => text.includes(CONCEALED))
    ? restoreConcealed(input.document, await readStored())
    : input.document;
  try {
    await assertSavable(document, readStored);
  } catch (refusal) {
    await findWorkflow(actor, id, 'writer'); // others must not learn the problems
    throw refusal;
  }
  if (folderId !== undefined)
    await requireFolder((await findWorkflow(actor, id, 'writer')).workspaceId, folderId);
  const saved = await update(actor, { ...input, document });
  if (saved === undefined) throw stale(await readWorkflow(actor, id, 'writer'), input.version);
  await notifyThisServer('workflow', id);
  return { data: { ...saved, document: withContainers(document) } };
}

/** Returns undefined if the workflow was deleted, is foreign or has another version. */
async function update(actor: Actor, input: SaveWorkflow): Promise<WorkflowSummary | undefined> {
  const { id, document, name, description, folderId, version } = input;
  if (!isId(id)) return undefined;
  const writable = [...actor.roles.keys()].filter((workspaceId) => hasRole(actor, workspaceId, 'writer'));
  const { rows } = await pool().query<Parameters<typeof summaryOf>[0]>({
    name: 'save-workflow',
    text: SAVE,
    values: [
      id,
      JSON.stringify(sealDocument(id, document)),
      name ?? null,
      description ?? null,
      folderId !== undefined,
      folderId ?? null,
      writable,
      version ?? null,
      ...whoNotes(actor),
    ],
  });
  return rows[0] && summaryOf(rows[0]);
}

function stale(row: Awaited<ReturnType<typeof readWorkflow>>, version = 0): AppError {
  const { document, ...current } = workflowOf(row);
  return new AppError(
    'conflict',
    version > row.version
      ? `The workflow has no version ${version} yet; it is at version ${row.version}.`
      : `The workflow has been saved elsewhere since; it is at version ${row.version} now.`,
    { extensions: { currentVersion: row.version, current, currentDocument: document } },
  );
}
