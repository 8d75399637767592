import type { Actor } from '../../access/actor';
import type { RunnableWorkflow } from '../compiled/runnable-workflow';
import type { Execution } from '../execution/execute-run';
import type { RunInput } from '../isolated/large-input';
import { type ExecutionRow, executionRow } from '../shapes/execution-row';
import type { PlaceInLine, StartTiming } from '../shapes/place-in-line';
import type { OnceKey } from '../shapes/requested-run';
import type { WaitingCallers } from '../shapes/start-hold';

/** A request for a run of a version of a workflow. Triggers make one, and do nothing else to start a run. */
export interface StartRequest extends Pick<Execution, 'ids' | 'restored' | 'notes'> {
  workflow: RunnableWorkflow;
  trigger: ExecutionRow['trigger'];
  /** Id of the block where it begins; by default at Start. */
  entryBlock?: string | undefined;
  /** The input, or a function that makes it once the run is admitted. */
  input: RunInput | (() => Promise<RunInput>);
  tags?: readonly string[] | undefined;
  /** `sync` if the caller waits for the end, `async` if it leaves it to the queue. */
  mode: ExecutionRow['mode'];
  /** Null: whoever knows the address of a trigger. */
  caller: Actor | null;
  /**
   * For a caller who waits and can be answered 202: what it gets while the workflow is held. Default:
   * refused.
   */
  whenHeld?: WaitingCallers;
  /** When it starts, if not at once; only for a start that nobody waits for. */
  timing?: StartTiming | null;
  /** The longest that a caller waits for the turn of its run, in milliseconds. */
  turnWithinMs?: number;
  /** Runs nothing again that was started with this key within 24 hours. */
  once?: OnceKey | null;
}

/** A run that may begin. */
export interface AdmittedRun
  extends Pick<Execution, 'row' | 'compiled' | 'hasRow' | 'ids' | 'restored' | 'notes'> {
  input: RunInput;
  /** Milliseconds that its caller has waited already, for its turn. */
  inLineMs?: number;
}

export const rowOf = (
  request: Omit<StartRequest, 'input'>,
  input: string,
  place: PlaceInLine | null,
): ExecutionRow => {
  const { workflow, trigger, entryBlock, tags, mode, ids } = request;
  const { traceparent } = ids ?? {};
  return executionRow(workflow, { trigger, entryBlock, tags, mode, input, traceparent, place });
};
