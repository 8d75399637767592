import type { CompiledWorkflow } from './compile-workflow';
import { createMasker, type Masker, type Secret } from './masker';
import type { RunOutcome, RunPorts, RunRequest } from './ports';
import { WorkflowRun } from './workflow-run';

/**
 * Runs a compiled workflow to its end. Failures of blocks are the outcome; it rejects only when the journal does.
 * After `ports.signal` aborts, the outcome comes without waiting for blocks that don't listen.
 */
export function runWorkflow(
  plan: CompiledWorkflow,
  request: RunRequest,
  ports: RunPorts,
): Promise<RunOutcome> {
  if (plan.problem) {
    const { problem } = plan;
    return Promise.resolve({
      status: 'error',
      level: 'error',
      output: null,
      response: null,
      error: { ...problem },
      traceSpans: [],
    });
  }
  return new WorkflowRun(plan, request, ports, maskerOf(plan, ports)).finished();
}

function maskerOf(plan: CompiledWorkflow, { variables, plainVariables }: RunPorts): Masker {
  const secrets: Secret[] = [];
  for (const name of plan.variableNames) {
    const value = variables.get(name);
    if (value !== undefined && !plainVariables?.has(name)) secrets.push({ name, value });
  }
  for (const value of plan.literalSecrets) secrets.push({ name: null, value });
  return createMasker(secrets);
}
