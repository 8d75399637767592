import type { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { announce } from '../../platform/postgres/changes';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { storable } from './create-workflow';
import { findWorkflow } from './find-workflow';
import { refuseDocument } from './refuse-document';
import { requireFolder } from './require-folder';
import { restoreConcealed } from './restore-concealed';
import { openDocument } from './stored-document';
import { workflowOf } from './workflow-row';

export interface SaveWorkflow {
  id: string;
  document: WorkflowDocument;
  name?: string;
  description?: string;
  folderId?: string | null;
  /** The version this save is based on; without it the last save wins. */
  version?: number;
}

/**
 * Replaces the document in one versioned update. @throws AppError conflict with the stored version and
 * document when stale
 */
export async function saveWorkflow(actor: Actor, input: SaveWorkflow) {
  const { id, name, description, folderId, version } = input;
  const { workspaceId, document: sealed } = await findWorkflow(actor, id, 'writer');
  const stored = openDocument(id, sealed);
  const document = restoreConcealed(input.document, stored);
  refuseDocument(document, stored);
  if (folderId !== undefined) await requireFolder(workspaceId, folderId);
  const [saved] = await prisma().workflow.updateManyAndReturn({
    where: { id, deletedAt: null, version },
    data: { document: storable(id, document), version: { increment: 1 }, name, description, folderId },
  });
  if (saved === undefined) throw stale(await findWorkflow(actor, id, 'writer'), version);
  await announce('workflow', id);
  return { data: workflowOf(saved) };
}

function stale(row: Awaited<ReturnType<typeof findWorkflow>>, version = 0): AppError {
  return new AppError(
    'conflict',
    version > row.version
      ? `The workflow has no version ${version} yet; it is at version ${row.version}.`
      : `The workflow has been saved by somebody else since; it is at version ${row.version} now.`,
    { extensions: { currentVersion: row.version, currentDocument: openDocument(row.id, row.document) } },
  );
}
