import type { BlockError, BlockExecutor, BlockResult } from '../block';
import type { CalledWorkflow } from '../outside-work';
import { typedValues } from '../value-rows';
import type { ResolvedWorkflowConfig } from './definition';

const NOT_ALONE: BlockError = {
  code: 'RUN_NEEDED',
  message: 'Another workflow is called only as a part of a run. Run the whole workflow.',
};
const NOT_CHOSEN: BlockError = {
  code: 'WORKFLOW_NOT_CHOSEN',
  message: 'No workflow is chosen.',
  field: 'workflowId',
};

/** Outputs `{data, executionId, status, error}`. */
export const executeWorkflow: BlockExecutor<ResolvedWorkflowConfig> = async (
  { workflowId, input },
  { callWorkflow },
) => {
  if (workflowId.trim() === '') return refused(NOT_CHOSEN);
  const typed = typedValues(input);
  if (!typed.ok) return refused({ code: 'VALUE_INVALID', message: typed.message, field: 'input' });
  if (!callWorkflow) return refused(NOT_ALONE);
  return resultOf(await callWorkflow({ workflowId, input: typed.values }));
};

function resultOf({ executionId, status, output, error }: CalledWorkflow): BlockResult {
  const shown = executionId === null ? null : status;
  if (error === null)
    return { ok: true, output: { data: output ?? null, executionId, status: shown, error: null } };
  return {
    ok: false,
    error,
    output: { data: output ?? null, executionId, status: shown, error },
    continuable: false,
  };
}

const refused = (error: BlockError): BlockResult =>
  resultOf({ executionId: null, status: 'error', output: null, error });
