import type { ContainerMembers, ExecutionContext } from '../blocks/block';
import type { CompiledBlock } from './compile-block';
import { type IterationPath, requestKey, stepKey } from './request-key';
import type { RunState } from './run-state';

interface Circumstances {
  state: RunState;
  path: IterationPath;
  signal: AbortSignal;
  container: ContainerMembers | null;
  takeEarly: NonNullable<ExecutionContext['takeEarly']>;
  onPart: NonNullable<ExecutionContext['onPart']>;
  startMs: number;
}

/** What a block's executor gets of its run. While it only waits, the run may come to stand still. */
export function executionContext(
  block: CompiledBlock,
  { state, path, signal, container, takeEarly, onPart, startMs }: Circumstances,
): ExecutionContext {
  const { request, ports, activity } = state;
  const { wait, callWorkflow } = ports;
  const context: ExecutionContext = {
    input: request.input,
    http: ports.http,
    signal,
    idempotencyKey: requestKey(request.executionId, block.id, path),
    now: ports.now,
  };
  if (ports.code) context.code = ports.code;
  if (ports.models)
    Object.assign(context, { models: ports.models, onPart, spending: state.spendingFrom(startMs) });
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
