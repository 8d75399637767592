import type { Workflow as Row } from '../generated/prisma/client';
import type { Workflow, WorkflowDocument, WorkflowSummary } from './schema';

export function summaryOf(row: Omit<Row, 'document' | 'deletedAt'>): WorkflowSummary {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    folderId: row.folderId,
    name: row.name,
    description: row.description,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The stored document passed `WorkflowDocument` when it was saved. */
export function workflowOf(row: Omit<Row, 'deletedAt'>): Workflow {
  return { ...summaryOf(row), document: row.document as unknown as WorkflowDocument };
}
