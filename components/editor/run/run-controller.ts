import { ApiError, type Client } from '@/lib/platform/http/client';
import { parseExact } from '@/lib/platform/text/exact-number';
import { runHookRequestEndpoint } from '@/lib/services/incoming-webhooks/endpoints';
import { getLogEndpoint } from '@/lib/services/logs/endpoints';
import { runDraftEndpoint } from '@/lib/services/pins/endpoints';
import { runAgainEndpoint } from '@/lib/services/replay/endpoints';
import { cancelExecutionEndpoint, getExecutionEndpoint } from '@/lib/services/runs/endpoints';
import { RunResult, type RunStreamEvent } from '@/lib/services/runs/schema';
import type { EditorStore } from '../store/editor-store';
import { pinsStored } from '../store/pins-under-way';
import type { RunPart } from '../store/run-part';
import {
  applyRunEvents,
  beginRun,
  failRun,
  isActive,
  NO_RUN,
  refuseRun,
  runOfLog,
  showWaits,
} from '../store/run-state';
import { readRunEvents } from './run-events';

export type RunInput = Record<string, unknown>;
/** A request received by a webhook: a stored test, or the one in the log of its run. */
export type ReceivedRequest = { blockId: string; requestId: string } | { logId: string };

interface RunControllerOptions {
  store: EditorStore;
  client: Client;
  /** Returns the known outputs that replace the blocks before a part. */
  outputsFor: (part: RunPart) => Promise<Record<string, Record<string, unknown>>>;
  /** Saves pending edits; false if some could not be saved. */
  flush: () => Promise<boolean>;
}

const POLL_MS = 1_000;
const SHOWN_EVERY_MS = 40;
const LOST = 'The connection to the server was lost during the run. It may have continued: check the logs.';

/** Runs the saved draft and shows its progress live. One run at a time. */
export function createRunController({ store, client, flush, outputsFor }: RunControllerOptions) {
  const params = { id: store.getState().workflowId };
  let connection: AbortController | null = null;
  /** The run to show again if no new run starts. */
  let shownBefore = NO_RUN;

  let waiting: RunStreamEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    if (events.length > 0)
      store.setState((state) => ({ run: applyRunEvents(state.run, events, Date.now()) }));
  };
  const fail = (words: string) => {
    showWaiting();
    store.setState(({ run }) => ({
      run: run.executionId === null ? refuseRun(shownBefore, words) : failRun(run, words, Date.now()),
    }));
  };
  /** Applies block events in batches, a few times a second at most; the run's start and end immediately. */
  const apply = (event: RunStreamEvent) => {
    waiting.push(event);
    if (event.type.startsWith('run-')) showWaiting();
    else timer ??= setTimeout(showWaiting, SHOWN_EVERY_MS);
  };

  type Ask = (options: { signal: AbortSignal; headers: Record<string, string> }) => Promise<Response>;

  /** Starts a run with pinned outputs; a part also gets the outputs of the blocks before it. */
  const start = (input: RunInput, part: RunPart = {}, reusesInput = false): Promise<void> => {
    // Read before the displayed run, with its outputs, is replaced by the new one.
    const known = outputsFor(part);
    const ask: Ask = async (options) => {
      const body = { input, ...part, outputs: await known };
      return client.send(runDraftEndpoint, { params, body }, options);
    };
    return begin(ask, reusesInput);
  };

  /** Runs the draft as if the request had been received now. */
  const sendAgain = (request: ReceivedRequest): Promise<void> =>
    begin((options) =>
      'logId' in request
        ? client.send(
            runAgainEndpoint,
            { params: { id: request.logId }, query: { version: 'draft' } },
            options,
          )
        : client.send(runHookRequestEndpoint, { params: { ...params, ...request } }, options),
    );

  async function begin(ask: Ask, reusesInput = false): Promise<void> {
    const { run, document } = store.getState();
    if (isActive(run)) return;
    const ids = Object.values(document.blocks).flatMap((block) => (block.enabled ? [block.id] : []));
    shownBefore = run;
    store.setState({ run: beginRun(ids, Date.now(), reusesInput), runPanelOpen: true });
    const [isSaved] = await Promise.all([flush(), pinsStored(store)]);
    if (!isSaved) return fail(unsavedWords(store));
    connection = new AbortController();
    const { signal } = connection;
    try {
      await watch(ask, signal);
    } catch (error) {
      if (error instanceof ApiError) fail(refusalWords(error));
      else if (signal.aborted) fail('The run was stopped before it started.');
      else await follow();
    }
  }

  async function watch(ask: Ask, signal: AbortSignal): Promise<void> {
    const response = await ask({ signal, headers: { accept: 'text/event-stream' } });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (response.body === null || !isStream)
      return apply({ type: 'run-finished', answer: RunResult.parse(parseExact(await response.text())) });
    for await (const event of readRunEvents(response.body)) apply(event);
    if (isActive(store.getState().run)) await follow();
  }

  /** Polls the run's state until it ends, after the stream broke or while the run waits for something. */
  async function follow(): Promise<void> {
    const { executionId } = store.getState().run;
    if (executionId === null) return fail(LOST);
    while (isActive(store.getState().run)) {
      const state = await client
        .call(getExecutionEndpoint, { params: { id: executionId } })
        .catch(() => null);
      if (state === null) return fail(LOST);
      store.setState((now) => ({ run: showWaits(now.run, state) }));
      if (state.status === 'success' || state.status === 'error') {
        const { status, output, error } = state;
        // Blocks that ran meanwhile sent no events; the log has their spans.
        const log = await client
          .call(getLogEndpoint, { params: { id: state.logId ?? '' }, query: {} })
          .catch(() => null);
        if (log !== null) return store.setState({ run: runOfLog(log.data) });
        return apply({
          type: 'run-finished',
          answer: { executionId, logId: state.logId ?? '', status, output, error },
        });
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async function stop(): Promise<void> {
    const { run } = store.getState();
    if (!isActive(run)) return;
    if (run.executionId === null) return connection?.abort();
    store.setState({ run: { ...run, phase: 'stopping' } });
    try {
      await client.call(cancelExecutionEndpoint, { params: { id: run.executionId } });
    } catch (error) {
      store.setState((state) => ({ run: { ...state.run, phase: 'running' } }));
      throw error;
    }
  }

  return { start, sendAgain, stop };
}

function unsavedWords(store: EditorStore): string {
  const { save } = store.getState();
  if (save.kind === 'refused') return `Couldn’t save, so it was not run. ${save.reason}`;
  return (
    'The server can’t be reached, so the latest changes are not saved and were not run. ' +
    'Try again in a moment.'
  );
}

function refusalWords(error: ApiError): string {
  const details = error.problem.errors?.map((issue) => issue.message) ?? [];
  return details.length > 0 ? [...new Set(details)].join(' ') : error.message;
}
