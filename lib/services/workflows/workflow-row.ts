import type { Workflow, WorkflowSummary } from '../../core/workflow/schema';
import type { Workflow as Row } from '../../generated/prisma/client';
import { openDocument } from './stored-document';

export function summaryOf(row: Omit<Row, 'document' | 'deletedAt'>): WorkflowSummary {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    folderId: row.folderId,
    name: row.name,
    description: row.description,
    externalId: row.externalId,
    version: row.version,
    liveVersion: row.liveVersion,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the workflow with typed credentials, for people who may edit it. */
export function workflowOf(row: Omit<Row, 'deletedAt'>): Workflow {
  return { ...summaryOf(row), document: openDocument(row.id, row.document) };
}
