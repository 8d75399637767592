import { withoutContainers } from '@/lib/core/workflow/containers';
import type { Workflow } from '@/lib/core/workflow/schema';

/**
 * A workflow as it is edited: without what the server derives from its blocks, which would say something
 * else after the first change.
 */
export function editedWorkflow<Some extends Pick<Workflow, 'document'>>(workflow: Some): Some {
  const document = withoutContainers(workflow.document);
  return document === workflow.document ? workflow : { ...workflow, document };
}
