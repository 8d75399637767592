import type { ContainerMembers, ExecutionContext } from '../blocks/block';
import type { CompiledBlock } from './compile-block';
import { type IterationPath, requestKey, stepKey } from './request-key';
import type { RunState } from './run-state';

interface Circumstances {
  state: RunState;
  startMs: number;
  path: IterationPath;
  signal: AbortSignal;
  container: ContainerMembers | null;
  onPart: NonNullable<ExecutionContext['onPart']>;
  takeEarly: NonNullable<ExecutionContext['takeEarly']>;
}

/** What a block's executor gets of its run. While it only waits, the run may come to stand still. */
export function executionContext(
  block: CompiledBlock,
  { state, startMs, path, signal, container, onPart, takeEarly }: Circumstances,
): ExecutionContext {
  const { request, ports, activity } = state;
  const { wait, callWorkflow } = ports;
  const context: ExecutionContext = {
    input: request.input,
    http: ports.http,
    signal,
    idempotencyKey: requestKey(request.executionId, block.id, path),
    now: ports.now,
    onPart,
    spending: state.spendingFrom(startMs),
  };
  if (ports.code) context.code = ports.code;
  if (ports.models) context.models = ports.models;
  if (container) context.members = container;
  const asked = { step: stepKey(block.id, path), signal };
  if (callWorkflow)
    context.callWorkflow = (call) => callWorkflow({ ...call, ...asked, rest: () => activity.rest() });
  if (wait) {
    context.takeEarly = takeEarly;
    context.wait = async (wanted) => {
      const begun = await wait({ ...wanted, ...asked });
      return { ...begun, ended: begun.ended.finally(activity.rest()) };
    };
  }
  return context;
}
