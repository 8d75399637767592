import { z } from 'zod';
import { defineBlock } from '../define-block';
import { type ResolvedValueRow, repeatedNames, valueRows } from '../value-rows';
import { workflowIcon } from './icon';
import { sentByCall } from './sent-by-call';

const Name = z.string().min(1, 'Enter a name.').max(200, 'At most 200 characters.');

export const WorkflowConfig = z.object({
  /** The id of a workflow of the same workspace. */
  workflowId: z.string().max(100, 'At most 100 characters.').default(''),
  input: valueRows(Name),
});
export type WorkflowConfig = z.infer<typeof WorkflowConfig>;

export interface ResolvedWorkflowConfig {
  readonly workflowId: string;
  readonly input: readonly ResolvedValueRow[];
}

export const workflowDefinition = defineBlock({
  type: 'workflow',
  title: 'Workflow',
  description: 'Runs another workflow and continues with its output.',
  synonyms: [
    'subflow',
    'sub-workflow',
    'subworkflow',
    'execute',
    'child',
    'call-workflow',
    'nested',
    'module',
    'reuse',
    'child flow',
    'subroutine',
  ],
  icon: workflowIcon,
  config: WorkflowConfig,
  fields: [
    {
      name: 'workflowId',
      label: 'Workflow',
      kind: 'workflow',
      references: 'none',
      help: 'Runs with its own log. Workflows may call each other 10 levels deep.',
    },
    {
      name: 'input',
      label: 'Input',
      kind: 'values',
      references: 'value-rows',
      placeholder: '<start.name>',
      inputsOf: 'workflowId',
      help: 'Each row is one field of the run’s input.',
    },
  ],
  outsideWork: {
    executionId: 'executionId',
    calls: { workflow: 'workflowId', input: 'input', output: 'data' },
    sent: sentByCall,
    mayWait: () => true,
  },
  ports: () => [
    { id: 'out', label: 'Next', kind: 'normal' },
    { id: 'error', label: 'On error', kind: 'error' },
  ],
  outputs: () => [
    { name: 'data', type: 'any', description: 'The output of the workflow' },
    { name: 'executionId', type: 'string', description: 'Id of the called run; null if it was not started' },
    { name: 'status', type: 'string', description: 'success or error; null if it was not started' },
    { name: 'error', type: 'object', description: 'Details of the error; null on success' },
  ],
  check: ({ workflowId, input }) => [
    ...(workflowId.trim() === '' ? [{ field: 'workflowId', message: 'Choose a workflow.' }] : []),
    ...repeatedNames(input).map(({ name, at }) => ({
      field: `input.${at}`,
      message: `Two values are named "${name}".`,
    })),
  ],
  summary: ({ input }) => input.map(({ name }) => name).join(', '),
});
