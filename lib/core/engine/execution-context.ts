import type { ExecutionContext } from '../blocks/block';
import type { ContainerMembers } from '../blocks/container-members';
import type { CalledWorkflow, KnownServers } from '../blocks/outside-work';
import { noteOfSecrets } from './called-secrets';
import type { CompiledBlock } from './compile-block';
import type { LiveText } from './live-text';
import { holdsSecret } from './masker';
import type { OutsideCall, OutsideServers, RunPorts } from './ports';
import { RepeatableCode } from './repeatable-code';
import { type IterationPath, requestKey, stepKey } from './request-key';
import type { RunState } from './run-state';

interface Circumstances {
  state: RunState;
  startMs: number;
  path: IterationPath;
  signal: AbortSignal;
  container: ContainerMembers | null;
  followers: NonNullable<ExecutionContext['followers']>;
  onPart: NonNullable<ExecutionContext['onPart']>;
  takeEarly: NonNullable<ExecutionContext['takeEarly']>;
  /**
   * Called when a wait of the block has begun, possibly in an earlier try of the run; for a server with the
   * time of its end.
   */
  onWait: (startedMs: number, endedMs?: number) => void;
  text: LiveText | null;
}

/** Builds the context of a block's executor. While the block only waits, the run may stand still. */
export function executionContext(
  block: CompiledBlock,
  { state, startMs, path, signal, container, followers, onPart, takeEarly, onWait, text }: Circumstances,
): ExecutionContext {
  const { request, ports, activity } = state;
  const { wait, callWorkflow, keepNote, servers } = ports;
  const step = stepKey(block.id, path);
  const sender = { step, id: block.id, name: block.name };
  const context: ExecutionContext = {
    input: request.input,
    http: block.reachesOut ? state.ledger.client(ports.http, sender, ports.now) : ports.http,
    holdsSecret: (text) => holdsSecret(state.secretMasker, text),
    mask: (value) => state.secretMasker.value(value),
    conceal: (secrets) => state.mask(secrets),
    signal,
    idempotencyKey: requestKey(request.executionId, block.id, path),
    now: ports.now,
    followers,
    onPart,
    spending: state.spendingFrom(startMs),
  };
  if (text) context.watchText = (step) => text.watch(step);
  if (ports.pace) context.pace = ports.pace;
  if (ports.code)
    context.code = new RepeatableCode(ports.code, { startMs, seed: context.idempotencyKey, now: ports.now });
  if (ports.models) context.models = ports.models;
  if (ports.connectionAuth) context.connectionAuth = ports.connectionAuth;
  if (container) context.members = container;
  if (keepNote)
    context.notes = {
      tryId: ports.tryId ?? '',
      read: (name) => state.note(step, name)?.value,
      write: (name, value) => {
        const effects = state.ledger.ofStep(step, state.masker);
        return keepNote({ step, name, value, ...(effects && { effects }) });
      },
    };
  if (block.reachesOut) context.lostRequest = (lost) => state.ledger.lost(sender, lost, ports.now());
  const asked = { step, signal };
  if (ports.workflowInputs) context.workflowInputs = ports.workflowInputs;
  if (callWorkflow)
    context.callWorkflow = ({ withinMs, ...call }) =>
      callAndMask(
        state,
        withinMs === undefined
          ? { ...call, ...asked, rest: () => activity.rest() }
          : { ...call, step, signal: within(signal, withinMs), rest: () => () => undefined },
        callWorkflow,
      );
  if (wait) {
    context.takeEarly = takeEarly;
    context.wait = async (wanted) => {
      const begun = await wait({ ...wanted, ...asked });
      onWait(begun.startedMs);
      return { ...begun, ended: begun.ended.finally(activity.rest()) };
    };
  }
  if (servers) context.servers = knownServers(state, servers, { step, signal, onWait });
  return context;
}

function knownServers(
  { compiled, activity, ports }: RunState,
  servers: OutsideServers,
  { step, signal, onWait }: { step: string } & Pick<Circumstances, 'signal' | 'onWait'>,
): KnownServers {
  return {
    waitsByDefault: compiled.document.settings?.waitForServers === true,
    isAway: servers.isAway,
    answered: servers.answered,
    wait: async (wanted) => {
      const begun = await servers.wait({ ...wanted, step, signal });
      const end = await begun.ended.finally(activity.rest());
      const hasWaited = end.how === 'open' ? end.startedMs !== null : end.how !== 'refused';
      if (hasWaited) onWait(begun.startedMs, ports.now());
      return end;
    },
  };
}

/** Values passed between the two runs are exact; each masks the other's secrets in its own log. */
async function callAndMask(
  state: RunState,
  call: OutsideCall,
  callWorkflow: NonNullable<RunPorts['callWorkflow']>,
): Promise<CalledWorkflow> {
  const isMasked = !state.masker.idle && state.masker.value(call.input) !== call.input;
  const called = await callWorkflow({ ...call, ...(isMasked && { secrets: state.masker.secrets }) });
  const { secrets = [] } = called;
  if (secrets.length === 0) return called;
  state.mask(secrets);
  await state.ports.keepNote?.(noteOfSecrets(call, secrets));
  return called;
}

const within = (signal: AbortSignal, ms: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.floor(ms)))]);
