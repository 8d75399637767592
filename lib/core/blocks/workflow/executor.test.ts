import { expect, test } from 'vitest';
import type { ExecutionContext } from '../block';
import type { CalledWorkflow, WorkflowCall } from '../outside-work';
import { type ResolvedWorkflowConfig, WorkflowConfig } from './definition';
import { executeWorkflow } from './executor';

const ENDED: CalledWorkflow = { executionId: 'e', status: 'success', output: { n: 1 }, error: null };

async function execute(config: object, ended: CalledWorkflow | null = ENDED) {
  const calls: WorkflowCall[] = [];
  const callWorkflow = async (call: WorkflowCall) => {
    calls.push(call);
    return ended!;
  };
  const resolved = WorkflowConfig.parse({ workflowId: 'w', ...config }) as ResolvedWorkflowConfig;
  const context = (ended === null ? {} : { callWorkflow }) as ExecutionContext;
  return { result: await executeWorkflow(resolved, context), calls };
}

test('rows become the input, each of its type', async () => {
  const input = [
    { name: 'n', type: 'number', value: '7' },
    { name: 'list', type: 'array', value: '[1]' },
  ];
  const { result, calls } = await execute({ input });
  expect(calls).toEqual([{ workflowId: 'w', input: { n: 7, list: [1] } }]);
  expect(result).toEqual({
    ok: true,
    output: { data: { n: 1 }, executionId: 'e', status: 'success', error: null },
  });
});

test('a workflow that failed fails the block, which still says which run it was', async () => {
  const error = { code: 'HTTP_STATUS', message: 'It answered 500.' };
  const { result } = await execute({}, { executionId: 'e', status: 'error', output: null, error });
  expect(result).toMatchObject({ ok: false, error, output: { executionId: 'e', status: 'error', error } });
});

test('what was not started has neither an execution nor a status', async () => {
  for (const { result } of [await execute({ workflowId: ' ' }), await execute({}, null)])
    expect(result).toMatchObject({ ok: false, output: { data: null, executionId: null, status: null } });
});
