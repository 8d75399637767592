import type { JsonSchema } from '../../../platform/models/contract';
import type { BlockError, ExecutionContext } from '../block';
import type { WorkflowInput } from '../outside-work';
import type { ResolvedTool } from '../tools';
import type { AgentTool } from './agent-tool';

type WorkflowTool = Extract<ResolvedTool, { kind: 'workflow' }>;

export type OpenedWorkflow = { ok: true; tool: AgentTool } | { ok: false; error: BlockError };

/** Makes a tool of another workflow: the inputs of its Start are the arguments, its output is the result. */
export async function workflowTool(
  { name, description, workflowId }: WorkflowTool,
  { callWorkflow, workflowInputs }: ExecutionContext,
): Promise<OpenedWorkflow> {
  if (!callWorkflow || !workflowInputs) return { ok: false, error: NOT_ALONE };
  const inputs = await workflowInputs(workflowId);
  if (inputs === null) return { ok: false, error: notFound(name) };
  return {
    ok: true,
    tool: {
      name,
      description,
      parameters: parametersOf(inputs),
      call: async (input, { place, remainingMs }) => {
        const called = await callWorkflow({ workflowId, input, part: place, withinMs: remainingMs });
        const { executionId, status, output, error } = called;
        if (error !== null) return { ok: false, error };
        const value = { data: output ?? null, executionId, status };
        return { ok: true, value, shown: { json: output ?? null } };
      },
    },
  };
}

function parametersOf(inputs: readonly WorkflowInput[]): JsonSchema {
  const properties = inputs.map(({ name, type, description }) => [
    name,
    { type, ...(description ? { description } : {}) },
  ]);
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

const NOT_ALONE: BlockError = {
  code: 'RUN_NEEDED',
  message: 'A workflow is called as a tool only in a run. Run the whole workflow.',
  field: 'tools',
};

const notFound = (name: string): BlockError => ({
  code: 'WORKFLOW_NOT_FOUND',
  message: `The workflow of the tool "${name}" is not there: it was deleted, or is another workspace's.`,
  field: 'tools',
});
