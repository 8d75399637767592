import type { Workflow } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { createOrChange, type Kept } from '../external-ids/create-or-change';
import { type CreateWorkflow, createWorkflow } from './create-workflow';
import { readWorkflow } from './find-workflow';
import { restoreConcealed } from './restore-concealed';
import { isSameDocument } from './same-document';
import { saveWorkflow } from './save-workflow';
import { workflowOf } from './workflow-row';

export interface PutWorkflow extends CreateWorkflow {
  externalId: string;
  /** The version this is based on; if absent, the last one wins. */
  version?: number | undefined;
}

// The expression is that of the index.
const BY_EXTERNAL_ID = `
SELECT id FROM workflow
WHERE workspace_id = $1 AND (CASE WHEN deleted_at IS NULL THEN external_id END) = $2`;

/**
 * Creates the workflow, or makes its draft as given. Where nothing differs a stale `version` is no conflict:
 * a call that is repeated because its response was lost succeeds.
 * @throws AppError forbidden, invalid_request, quota_exceeded; conflict for a stale `version`
 */
export async function putWorkflow(actor: Actor, input: PutWorkflow): Promise<Kept<{ data: Workflow }>> {
  const { workspaceId, externalId, version } = input;
  requireRole(actor, workspaceId, 'writer');
  return createOrChange({
    find: () => findId(workspaceId, externalId),
    async create() {
      if (version !== undefined) throw deletedMeanwhile(version);
      return createWorkflow(actor, input);
    },
    change: ({ id }) => change(actor, id, input),
  });
}

async function change(actor: Actor, id: string, input: PutWorkflow) {
  const { name, description = '', folderId = null, document, version } = input;
  const stored = workflowOf(await readWorkflow(actor, id, 'writer'));
  const hasDetails =
    stored.name === name && stored.description === description && stored.folderId === folderId;
  const wanted = restoreConcealed(document, stored.document);
  if (hasDetails && (await isSameDocument(stored.document, wanted))) return { data: stored, changed: false };
  const based = version === undefined ? {} : { version };
  const saved = await saveWorkflow(actor, { id, name, description, folderId, document, ...based });
  return { ...saved, changed: true };
}

async function findId(workspaceId: string, externalId: string): Promise<{ id: string } | null> {
  const { rows } = await pool().query<{ id: string }>({
    name: 'workflow-by-external-id',
    text: BY_EXTERNAL_ID,
    values: [workspaceId, externalId],
  });
  return rows[0] ?? null;
}

const deletedMeanwhile = (version: number): AppError =>
  new AppError(
    'conflict',
    `No workflow has this external id, so none is at version ${version}. Leave out \`version\` to create it.`,
  );
