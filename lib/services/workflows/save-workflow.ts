import { CONCEALED } from '../../core/references/credentials';
import { withContainers } from '../../core/workflow/containers';
import type { Workflow, WorkflowDocument, WorkflowSummary } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { notifyOfSql, notifyThisServer } from '../../platform/postgres/notify';
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
  /** The version this save is based on; without it the last save wins. */
  version?: number;
}

// Only in workspaces where the actor may write: nothing has to be read to know that.
const SAVE = `
WITH before AS (
  SELECT id, name, description, folder_id FROM workflow WHERE id = $1
), saved AS (
  UPDATE workflow SET document = $2::jsonb, version = version + 1, updated_at = now(),
    name = coalesce($3, name),
    description = coalesce($4, description), folder_id = CASE WHEN $5 THEN $6::uuid ELSE folder_id END
  WHERE id = $1 AND deleted_at IS NULL AND workspace_id = ANY($7::uuid[])
    AND version = coalesce($8::bigint, version)
  RETURNING id, workspace_id, folder_id, name, description, version, live_version, created_at,
    updated_at
), noted AS (${noteChangeSql({ before: 'before', after: 'saved', userId: '$9', keyId: '$10' })}
)
SELECT id, workspace_id AS "workspaceId", folder_id AS "folderId", name, description, version,
  live_version AS "liveVersion", created_at AS "createdAt", updated_at AS "updatedAt",
  ${notifyOfSql('workflow', 'id::text')}
FROM saved`;

/**
 * Replaces the document in one versioned update, which carries it to the database once and reads nothing
 * back.
 *
 * @throws AppError not_found, forbidden, invalid_request; conflict with all of the stored version when stale
 */
export async function saveWorkflow(actor: Actor, input: SaveWorkflow): Promise<{ data: Workflow }> {
  const { id, folderId } = input;
  const readStored = async () => openDocument(id, (await readWorkflow(actor, id, 'writer')).document);
  // What holds no *** shows no concealed credential.
  const document = JSON.stringify(input.document).includes(CONCEALED)
    ? restoreConcealed(input.document, await readStored())
    : input.document;
  try {
    await assertSavable(document, readStored);
  } catch (refusal) {
    await findWorkflow(actor, id, 'writer'); // others aren't told what is wrong
    throw refusal;
  }
  if (folderId !== undefined)
    await requireFolder((await findWorkflow(actor, id, 'writer')).workspaceId, folderId);
  const saved = await update(actor, { ...input, document });
  if (saved === undefined) throw stale(await readWorkflow(actor, id, 'writer'), input.version);
  await notifyThisServer('workflow', id);
  return { data: { ...saved, document: withContainers(document) } };
}

/** Undefined when the workflow is gone, foreign or at another version. */
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
