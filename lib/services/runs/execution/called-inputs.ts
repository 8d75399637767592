import type { WorkflowInput } from '../../../core/blocks/outside-work';
import { runInputs } from '../../../core/workflow/run-inputs';
import { isId } from '../../../platform/ids';
import { runnableWorkflow } from '../compiled/runnable-workflow';

/** Returns the inputs that a workflow of the workspace takes; null when none has that id. */
export async function inputsOfCalled(
  workspaceId: string,
  workflowId: string,
): Promise<readonly WorkflowInput[] | null> {
  const workflow = isId(workflowId) ? await runnableWorkflow(workflowId) : null;
  return workflow?.workspaceId === workspaceId ? runInputs(workflow.compiled.document) : null;
}
