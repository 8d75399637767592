import type { BlockError } from '../../../core/blocks/block';
import type { JournalEntry, OutsideServers, RunEvent, RunPorts, StepNote } from '../../../core/engine/ports';
import { stepKey, stepOf } from '../../../core/engine/request-key';
import { logger } from '../../../platform/logging/logger';
import type {
  OutboundClient,
  OutboundOptions,
  OutboundRequest,
  OutboundResult,
} from '../../../platform/outbound-http/contract';
import { wrapClient } from '../../../platform/outbound-http/wrap-client';
import type { CodeRunner } from '../../../platform/sandbox/contract';
import { JsonText } from '../../../platform/text/json-text';
import { isolatedPool } from '../isolated/isolated-pool';
import { isLargeJson, LARGE_BYTES } from '../isolated/large-values';
import type { MadeRequest, ProcessEvent } from '../isolated/protocol';
import type { JournalRecord } from '../recording/insert-steps';

/** The state of a run whose values became too large for the event loop. */
export interface TransferredRun {
  journal: JournalEntry[];
  notes: readonly StepNote[];
  requests: MadeRequest[];
  /** Answers still on the way, by the place of their request. */
  answers: Map<number, Promise<OutboundResult>>;
  /** The bytes that it holds. */
  bytes: number;
  /** Receives the run's events from here on. */
  onEvent?: (event: ProcessEvent) => void;
}

interface TransferHooks {
  onEvent?: ((event: RunEvent | JsonText) => void) | undefined;
  /** The hook that `RunPorts` describes. */
  onTurn?: () => void;
}

interface Made {
  request: MadeRequest;
  answer: Promise<OutboundResult>;
}

const never = <T>(): Promise<T> => new Promise(() => undefined);

/**
 * Watches a run on the event loop. Once its answers come to be large it stands still for good: nothing more
 * is sent, and it can go on in a process of its own from what is noted here, each request made once.
 */
export class RunTransfer {
  readonly onEvent: TransferHooks['onEvent'];
  readonly #onTurn: TransferHooks['onTurn'];
  readonly #journal: JournalEntry[];
  readonly #notes: StepNote[];
  readonly #made: Made[] = [];
  readonly #started = new Set<string>();
  #bytes = 0;
  #left = false;
  /** Called workflows under way. They run here, so the run leaves once they have ended. */
  #calls = 0;
  #isLeaving = false;
  #leave: (state: TransferredRun) => void = () => undefined;
  /** Settles only when the run is to go on elsewhere. */
  readonly state = new Promise<TransferredRun>((resolve) => {
    this.#leave = resolve;
  });

  constructor(
    { restored = [], notes = [] }: { restored?: readonly JournalEntry[]; notes?: readonly StepNote[] } = {},
    { onEvent, onTurn }: TransferHooks = {},
  ) {
    this.onEvent = onEvent;
    this.#onTurn = onTurn;
    this.#journal = [...restored];
    this.#notes = [...notes];
  }

  tell(event: RunEvent): void {
    if (this.#left) return;
    if (event.type === 'block-started') this.#started.add(stepKey(event.blockId, event.iteration));
    this.onEvent?.(event);
  }

  /** All that a later try of the run has to know. */
  get records(): readonly JournalRecord[] {
    return [...this.#journal, ...this.#notes];
  }

  /** @returns false when the run's results no longer count */
  note(entry: JournalEntry): boolean {
    if (!this.#left) this.#journal.push(entry);
    return !this.#left;
  }

  keep(note: StepNote): void {
    if (!this.#left) this.#notes.push(note);
  }

  http(client: OutboundClient): OutboundClient {
    return wrapClient(client, (request, options) =>
      this.#left ? never() : this.#request(client, request, options),
    );
  }

  code(runner: CodeRunner): CodeRunner {
    return {
      run: (request) => (this.#left ? never() : runner.run(request)),
      firstTrue: (request) => (this.#left ? never() : runner.firstTrue(request)),
    };
  }

  /** Lets no call begin in a run that is to leave, because the run would have to wait for it. */
  calls(callWorkflow: NonNullable<RunPorts['callWorkflow']>): NonNullable<RunPorts['callWorkflow']> {
    return async (call) => {
      if (this.#left || this.#isLeaving) return never();
      this.#calls += 1;
      // A call that others run may last for days; the process that goes on with the run finds it again.
      const rest = () => {
        const goOn = call.rest();
        this.#callEnds();
        return () => {
          this.#calls += 1;
          goOn();
        };
      };
      const end = await callWorkflow({ ...call, rest }).finally(() => this.#callEnds());
      return this.#left ? never() : end;
    };
  }

  #callEnds(): void {
    this.#calls -= 1;
    if (this.#isLeaving && !this.#left && this.#calls === 0) this.#depart();
  }

  waits(wait: NonNullable<RunPorts['wait']>): NonNullable<RunPorts['wait']> {
    return async (request) => {
      if (this.#left) return never();
      const begun = await wait(request);
      return this.#left
        ? never()
        : { ...begun, ended: begun.ended.then((end) => (this.#left ? never() : end)) };
    };
  }

  servers(servers: OutsideServers): OutsideServers {
    return {
      ...servers,
      wait: async (request) => {
        if (this.#left) return never();
        const begun = await servers.wait(request);
        return this.#left
          ? never()
          : { ...begun, ended: begun.ended.then((end) => (this.#left ? never() : end)) };
      },
    };
  }

  async #request(
    client: OutboundClient,
    request: OutboundRequest,
    options?: OutboundOptions,
  ): Promise<OutboundResult> {
    this.#onTurn?.();
    const answer = client.request(request, options);
    const { method, url } = request;
    const note: MadeRequest = { idempotencyKey: options?.idempotencyKey ?? null, method, url, result: null };
    this.#made.push({ request: note, answer });
    const result = await answer;
    this.#onTurn?.();
    note.result = result;
    if (this.#left || this.#isLeaving) return never();
    const body = result.response?.body ?? Buffer.alloc(0);
    this.#bytes += body.length;
    if (this.#bytes < LARGE_BYTES && !isLargeJson(body)) return result;
    if (!isolatedPool().hasRoomFor(this.#bytes)) {
      this.#bytes -= body.length;
      note.result = memoryFull(result);
      return note.result;
    }
    this.#isLeaving = true;
    if (this.#calls === 0) this.#depart();
    return never();
  }

  /**
   * Called when values made by references, or outputs of blocks, have become large: the block that asks
   * begins again elsewhere. Settles only when there is no room, with the error of the block.
   */
  leave(): Promise<BlockError> {
    if (this.#left || this.#isLeaving) return never();
    if (!isolatedPool().hasRoomFor(this.#bytes + LARGE_BYTES)) return Promise.resolve(NO_ROOM);
    this.#bytes += LARGE_BYTES;
    this.#isLeaving = true;
    if (this.#calls === 0) this.#depart();
    return never();
  }

  #depart(): void {
    this.#left = true;
    const done = new Set(this.#journal.map(({ blockId, iteration }) => stepKey(blockId, iteration)));
    const open = this.#made.filter(
      ({ request: { idempotencyKey: key } }) => key === null || !done.has(stepOf(key)),
    );
    const answers = new Map<number, Promise<OutboundResult>>();
    open.forEach(({ request, answer }, index) => {
      if (request.result === null)
        answers.set(
          index,
          answer.catch((cause) => noAnswer(cause)),
        );
    });
    const requests = open.map(({ request }) => ({ ...request }));
    const { onEvent } = this;
    this.#leave({
      journal: this.#journal,
      notes: this.#notes,
      requests,
      answers,
      bytes: this.#bytes,
      ...(onEvent === undefined ? {} : { onEvent: (event) => this.#passOn(event, onEvent) }),
    });
  }

  /** Blocks that were under way start again there; their start event is sent only once. */
  #passOn({ type, step, json }: ProcessEvent, onEvent: (event: JsonText) => void): void {
    if (type === 'block-started' && this.#started.has(step)) return;
    onEvent(new JsonText(json));
  }
}

/** The client rejects only for a defect of ours. */
function noAnswer(cause: unknown): OutboundResult {
  logger('runs').error('a request failed because of an error in the server', { error: cause });
  const message = 'The request failed because of an error in the server.';
  const error = { code: 'INTERNAL', message, phase: 'response', retryable: false, retryAfterMs: null };
  return { response: null, error, attempts: [] };
}

const NO_ROOM: BlockError = {
  code: 'MEMORY_FULL',
  message:
    'This block works on large values, and the server’s memory for them is full. Run it again later, ' +
    'or use smaller values.',
};

function memoryFull({ attempts }: OutboundResult): OutboundResult {
  return {
    response: null,
    error: {
      code: 'MEMORY_FULL',
      message:
        'The response arrived, but the server’s memory for large responses is full. Run it again later, ' +
        'or request less data.',
      phase: 'response',
      retryable: true,
      retryAfterMs: null,
    },
    attempts,
  };
}
