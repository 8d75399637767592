import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { deleteWorkflowEndpoint } from '@/lib/services/removal/endpoints';
import { publishWorkflowEndpoint } from '@/lib/services/versions/endpoints';
import { createWorkflowEndpoint } from '@/lib/services/workflows/endpoints';

interface NewWorkflow {
  workspaceId: string;
  folderId: string | null;
  name: string;
  description: string;
  document: WorkflowDocument;
}

/**
 * Creates a workflow and publishes it at once. One that can't be published is deleted again, because a block
 * would run its draft, and other drafts later. Returns its id.
 */
export async function publishExtracted(body: NewWorkflow): Promise<string> {
  const { data } = await client.call(createWorkflowEndpoint, { body });
  const params = { id: data.id };
  try {
    await client.call(publishWorkflowEndpoint, { params, body: { version: data.version } });
  } catch (error) {
    // The reason why it wasn't published matters more than whether the draft could be deleted.
    await Promise.allSettled([client.call(deleteWorkflowEndpoint, { params, query: {} })]);
    throw error;
  }
  return data.id;
}
