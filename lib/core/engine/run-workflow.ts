import type { Secret } from '../blocks/secret';
import type { CompiledWorkflow } from './compile-workflow';
import { entryOf } from './entry-of';
import { failedOutcome } from './failed-outcome';
import { createMasker, type Masker, secretsIn } from './masker';
import type { RunOutcome, RunPorts, RunRequest } from './ports';
import { WorkflowRun } from './workflow-run';

const ENTRY_UNKNOWN = {
  code: 'ENTRY_UNKNOWN',
  message: 'The workflow has no block of that id that a run can begin with.',
};

/**
 * Runs a compiled workflow to its end. Failures of blocks are part of the outcome; it rejects only if
 * the journal does. After `ports.signal` aborts, the outcome doesn't wait for blocks that ignore the
 * signal.
 */
export function runWorkflow(
  compiled: CompiledWorkflow,
  request: RunRequest,
  ports: RunPorts,
): Promise<RunOutcome> {
  if (compiled.problem) return Promise.resolve(failedOutcome({ ...compiled.problem }));
  if (request.entryBlock !== undefined) {
    const starting = compiled.blocks.filter(({ starts }) => starts);
    if (entryOf(starting, request.entryBlock) === null)
      return Promise.resolve(failedOutcome({ ...ENTRY_UNKNOWN }));
  }
  const callers = (ports.callersSecrets ?? []).filter(({ redacted }) => !redacted);
  const masker = maskerOf(compiled, ports).with(callers);
  return new WorkflowRun(compiled, request, ports, masker).finished();
}

const maskers = new WeakMap<CompiledWorkflow, { secrets: readonly Secret[]; masker: Masker }>();

/**
 * Building a masker costs more than a run, so a compiled workflow keeps its last one for as long as the
 * values stay the same.
 */
function maskerOf(compiled: CompiledWorkflow, ports: RunPorts): Masker {
  const secrets = secretsIn(compiled, ports);
  const last = maskers.get(compiled);
  if (last && sameSecrets(last.secrets, secrets)) return last.masker;
  const masker = createMasker(secrets, (cause) => ports.onDefect?.(cause, null));
  maskers.set(compiled, { secrets, masker });
  return masker;
}

function sameSecrets(before: readonly Secret[], now: readonly Secret[]): boolean {
  return (
    before.length === now.length &&
    before.every((secret, index) => secret.name === now[index]?.name && secret.value === now[index]?.value)
  );
}
