import type { Actor } from '../../access/actor';
import { workflowToRun } from '../admit';
import type { RunInput } from '../large-input';
import { answerOf, parseAnswer } from '../run-answer';
import type { RunAnswer } from '../schema';
import type { VersionChoice } from '../shapes/asked-run';
import { type AdmittedRun, callersRequest, runToEnd, startRun } from '../start-run';

interface ByHand {
  workflowId: string;
  input: RunInput;
  version?: VersionChoice | undefined;
  entryBlock?: string | undefined;
}

/** Runs a workflow as a caller of the API who waits would, without HTTP. @throws AppError as `startRun` */
export async function runByHand(actor: Actor, asked: ByHand): Promise<RunAnswer> {
  const run = await admittedByHand(actor, asked);
  const end = await runToEnd(run);
  if (end.kind === 'parked') throw new Error(`Execution ${run.row.executionId} waits for something.`);
  return end.kind === 'large' ? parseAnswer(end.answer) : answerOf(run.row, end.outcome);
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
