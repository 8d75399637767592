import type { Actor } from '../../access/actor';
import type { RunInput } from '../isolated/large-input';
import { parseRunResult, toRunResult } from '../reading/run-result';
import type { RunResult } from '../schema';
import type { VersionChoice } from '../shapes/requested-run';
import { workflowToRun } from '../starting/admit';
import type { AdmittedRun } from '../starting/start-request';
import { callersRequest, runToEnd, startRun } from '../starting/start-run';

interface ByHand {
  workflowId: string;
  input: RunInput;
  version?: VersionChoice | undefined;
  entryBlock?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** Runs a workflow as a caller of the API who waits would, without HTTP. @throws AppError as `startRun` */
export async function runByHand(actor: Actor, asked: ByHand): Promise<RunResult> {
  const run = await admittedByHand(actor, asked);
  const end = await runToEnd(run);
  if (end.kind === 'parked') throw new Error(`Execution ${run.row.executionId} waits for something.`);
  return end.kind === 'large' ? parseRunResult(end.answer) : toRunResult(run.row, end.outcome);
}

/** Admits it, to be taken to its end by the test. */
export async function admittedByHand(actor: Actor, asked: ByHand): Promise<AdmittedRun> {
  return startRun({ ...(await requestOf(actor, asked)), mode: 'sync' });
}

export async function queueByHand(actor: Actor, asked: ByHand): Promise<{ executionId: string }> {
  const { row } = await startRun({ ...(await requestOf(actor, asked)), mode: 'async' });
  return { executionId: row.executionId };
}

async function requestOf(actor: Actor, { workflowId, version, ...asked }: ByHand) {
  const workflow = await workflowToRun(actor, { workflowId, version });
  return callersRequest(actor, { requestId: workflowId, traceId: workflowId }, { ...asked, workflow });
}
