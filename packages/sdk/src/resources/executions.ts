import { path } from '../address.js';
import { ApiError, ConnectionError } from '../errors.js';
import { newIdempotencyKey } from '../idempotency-key.js';
import { type Page, Pages } from '../pages.js';
import { mayRepeat, pause, waitBefore } from '../retry.js';
import type { ApiRequest, CallOptions, Transport } from '../transport.js';
import type {
  ExecutionState,
  ExecutionsQuery,
  ExecutionTrace,
  RunAccepted,
  RunResult,
  RunStreamEvent,
  UnfinishedExecution,
} from '../types/executions.js';

/** A call that waits lasts as long as its run. */
const RUN_TIMEOUT_MS = 300_000;
const FIRST_POLL_MS = 250;
const SLOWEST_POLL_MS = 5_000;
/** A followed execution sends a comment every 15 s where nothing happens. */
const SILENT_FOR_MS = 60_000;
const RECONNECT_MS = 1_000;
const MOST_RECONNECTS = 5;

export interface StartOptions extends CallOptions {
  /** Up to ten, by which its log is found again. */
  tags?: readonly string[];
  /** By default the live one, and the draft while none is published. */
  version?: 'live' | 'draft' | number;
  /**
   * For 24 hours the same key gets the same run, and nothing runs twice. By default each call has one of its
   * own, so that it can be repeated; give one to be safe over restarts of your program too.
   */
  idempotencyKey?: string;
}

export interface AgainOptions extends CallOptions {
  version?: 'live' | 'draft' | 'original';
  /** Id of the block to go on from; by default everything runs. */
  from?: string;
}

export class Executions {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /**
   * Runs a workflow and waits for the end, also of a run that pauses. A run that fails is an answer with the
   * status `error`, and not thrown. Aborting stops waiting and not the run.
   */
  async run<Output = unknown>(
    workflowId: string,
    input: object = {},
    options: StartOptions = {},
  ): Promise<RunResult<Output>> {
    const request = startRequest(workflowId, 'sync', input, options);
    return this.#toTheEnd<Output>(request, options);
  }

  /** Queues a run and returns at once; the queue survives a crash. */
  async start(workflowId: string, input: object = {}, options: StartOptions = {}): Promise<RunAccepted> {
    return this.#http.json(startRequest(workflowId, 'async', input, options), options);
  }

  /** Queues a run for each of up to 1,000 inputs, all or none. The answers are in the inputs' order. */
  async startBatch(
    workflowId: string,
    inputs: readonly object[],
    options: StartOptions = {},
  ): Promise<RunAccepted[]> {
    const { tags, version, idempotencyKey = newIdempotencyKey() } = options;
    const request: ApiRequest = {
      method: 'POST',
      path: path`/api/v1/workflows/${workflowId}/executions/batch`,
      query: { version },
      body: { inputs, tags },
      idempotencyKey,
    };
    return this.#http.data(request, options);
  }

  /**
   * Runs a workflow and yields events as its blocks start and end. The events are not repeated: after a
   * ConnectionError the run goes on, and `wait` with the id of `run-started` has its end.
   */
  async *stream(
    workflowId: string,
    input: object = {},
    options: StartOptions = {},
  ): AsyncGenerator<RunStreamEvent> {
    const request = startRequest(workflowId, 'sync', input, options);
    for await (const { data } of this.#http.events(request, options)) {
      const event = eventIn<RunStreamEvent>(this.#http.parse(data));
      yield event;
      if (event.type === 'run-finished' || event.type === 'run-parked') return;
    }
    throw new ConnectionError('The stream ended before the run. The run goes on.');
  }

  /** Runs again with what started the run of a log, and waits for the end. */
  async runAgain<Output = unknown>(logId: string, options: AgainOptions = {}): Promise<RunResult<Output>> {
    const { version, from } = options;
    return this.#toTheEnd<Output>(
      { method: 'POST', path: path`/api/v1/logs/${logId}/run-again`, query: { version, from } },
      options,
    );
  }

  async get(executionId: string, options?: CallOptions): Promise<ExecutionState> {
    return this.#http.json({ method: 'GET', path: path`/api/v1/executions/${executionId}` }, options);
  }

  /** Waits for the end of an execution by asking for its state. Only `signal` limits how long. */
  async wait<Output = unknown>(executionId: string, options: CallOptions = {}): Promise<RunResult<Output>> {
    for (let polls = 0; ; polls += 1) {
      const { status, logId, output, error } = await this.get(executionId, options);
      if ((status === 'success' || status === 'error') && logId !== null)
        return { executionId, logId, status, output: output as Output, error };
      const longestMs = Math.min(SLOWEST_POLL_MS, FIRST_POLL_MS * 1.5 ** polls);
      await pause(longestMs * (0.5 + Math.random() / 2), options.signal);
    }
  }

  /**
   * Yields the states of an execution, the last one with its end. A connection that breaks is made again, and
   * no change of the state is missed but one that another has replaced.
   */
  async *follow(executionId: string, options: CallOptions = {}): AsyncGenerator<ExecutionState> {
    let seen = '';
    for (let failures = 0; ; ) {
      const request: ApiRequest = {
        method: 'GET',
        path: path`/api/v1/executions/${executionId}`,
        headers: seen === '' ? {} : { 'last-event-id': seen },
      };
      try {
        const events = this.#http.events(request, { ...options, silentForMs: SILENT_FOR_MS });
        for await (const { id, data } of events) {
          seen = id;
          failures = 0;
          const state = eventIn<ExecutionState>(this.#http.parse(data));
          yield state;
          if (state.endedAt !== null) return;
        }
        await pause(RECONNECT_MS, options.signal);
      } catch (error) {
        failures += 1;
        if (failures > MOST_RECONNECTS || !mayRepeat(error, true)) throw error;
        await pause(waitBefore(error, failures), options.signal);
      }
    }
  }

  /** Those that are queued, running or parked, newest first. Finished ones are in the logs. */
  list(query: ExecutionsQuery, options?: CallOptions): Pages<UnfinishedExecution> {
    return new Pages<UnfinishedExecution>((cursor) =>
      this.#http.json<Page<UnfinishedExecution>>(
        { method: 'GET', path: '/api/v1/executions', query: { ...query, cursor } },
        options,
      ),
    );
  }

  /** Which blocks of an unfinished execution have ended. */
  async trace(executionId: string, options?: CallOptions): Promise<ExecutionTrace> {
    return this.#http.data({ method: 'GET', path: path`/api/v1/executions/${executionId}/trace` }, options);
  }

  /** Stops an execution; a finished one is left as it is. */
  async cancel(executionId: string, options?: CallOptions): Promise<ExecutionState> {
    return this.#http.json({ method: 'POST', path: path`/api/v1/executions/${executionId}/cancel` }, options);
  }

  async #toTheEnd<Output>(request: ApiRequest, options: CallOptions): Promise<RunResult<Output>> {
    const answer = await this.#http.json<RunResult<Output> | RunAccepted>(request, {
      ...options,
      timeoutMs: options.timeoutMs ?? RUN_TIMEOUT_MS,
    });
    return 'status' in answer ? answer : this.wait<Output>(answer.executionId, options);
  }
}

function startRequest(
  workflowId: string,
  mode: 'sync' | 'async',
  input: object,
  { tags, version, idempotencyKey = newIdempotencyKey() }: StartOptions,
): ApiRequest {
  return {
    method: 'POST',
    path: path`/api/v1/workflows/${workflowId}/executions`,
    query: { mode, version },
    body: { input, tags },
    idempotencyKey,
  };
}

/** The last event of a reader whose key was revoked or lost the workspace. */
interface AccessEnded {
  type: 'access-ended';
  code: string;
  message: string;
}

/** @throws ApiError when the key may read no further */
function eventIn<E extends object>(data: unknown): E {
  const event = data as E | AccessEnded;
  if (!('type' in event) || event.type !== 'access-ended') return event as E;
  const { code, message } = event as AccessEnded;
  const status = code === 'unauthenticated' ? 401 : 403;
  throw new ApiError(status, { status, code, detail: message }, { requestId: null, retryAfterMs: null });
}
