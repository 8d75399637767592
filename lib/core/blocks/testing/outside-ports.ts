import type { OutsideCall, OutsideWait, RunPorts } from '../../engine/ports';
import type { CalledWorkflow, WaitEnd } from '../outside-work';

/** Calls a workflow that returns its input (`echo`) or one that never ends (`never`); there is no other. */
async function callWorkflow({ workflowId, input, signal }: OutsideCall): Promise<CalledWorkflow> {
  if (workflowId === 'echo') return { executionId: 'called', status: 'success', output: input, error: null };
  if (workflowId !== 'never') {
    const error = { code: 'WORKFLOW_NOT_FOUND', message: 'There is no such workflow.' };
    return { executionId: null, status: 'error', output: null, error };
  }
  await aborted(signal);
  const error = { code: 'CANCELLED', message: 'The run was cancelled.' };
  return { executionId: 'called', status: 'error', output: null, error };
}

/** Waits: times pass immediately, unless the form's title is `never`; other titles say what is answered. */
async function wait({ dueMs, form, signal }: OutsideWait) {
  const ended = async (): Promise<WaitEnd> => {
    if (form?.title === 'approved' || form?.title === 'rejected')
      return { how: 'answered', decision: form.title, data: {}, answeredMs: Date.now() };
    if (form?.title === 'answered')
      return { how: 'answered', decision: null, data: { probe: 1 }, answeredMs: Date.now() };
    if (form?.title !== 'never') return { how: 'due' };
    await aborted(signal);
    return { how: 'cancelled' };
  };
  const links = form && { url: 'https://example.com/wait/x', callbackUrl: 'https://example.com/api/x' };
  return { startedMs: Date.now(), dueMs, links, ended: ended() };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The ports of a run to its surroundings, as the conformance tests provide them. */
export const outsidePorts: Pick<RunPorts, 'callWorkflow' | 'wait'> = { callWorkflow, wait };
