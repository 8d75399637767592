import { withoutContainers } from '@/lib/core/workflow/containers';
import type { Workflow } from '@/lib/core/workflow/schema';

/**
 * Returns a workflow for editing: without the data that the server derives from its blocks, which would be
 * outdated after the first change.
 */
export function editedWorkflow<Some extends Pick<Workflow, 'document'>>(workflow: Some): Some {
  const document = withoutContainers(workflow.document);
  return document === workflow.document ? workflow : { ...workflow, document };
}
