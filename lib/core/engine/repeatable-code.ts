import type { CodeRequest, CodeResult, CodeRunner, FirstTrueRequest } from '../../platform/sandbox/contract';

interface Circumstances {
  /** The start of the block, in milliseconds since 1970. */
  startMs: number;
  /** The seed of the block in its run and iteration. */
  seed: string;
  now: () => number;
}

/**
 * Gives a block's code a clock and randomness that belong to its place in the run, so that a replay can
 * repeat them. The first call gets the time of the block's start; later calls, of a container, get their
 * own time.
 */
export class RepeatableCode implements CodeRunner {
  #calls = 0;

  constructor(
    readonly runner: CodeRunner,
    readonly place: Circumstances,
  ) {}

  run({ ahead, ...request }: CodeRequest): Promise<CodeResult<unknown>> {
    const own = { ...request, circumstances: this.#next() };
    if (!ahead) return this.runner.run(own);
    const inTheirPlace = () => ahead().map((call) => ({ ...call, seed: seedOf(call.seed, 0) }));
    return this.runner.run({ ...own, ahead: inTheirPlace });
  }

  firstTrue(request: FirstTrueRequest): Promise<CodeResult<number | null>> {
    return this.runner.firstTrue({ ...request, circumstances: this.#next() });
  }

  #next() {
    const { startMs, seed, now } = this.place;
    const call = this.#calls;
    this.#calls += 1;
    return { nowMs: Math.floor(call === 0 ? startMs : now()), seed: seedOf(seed, call) };
  }
}

/** Returns the seed of the nth call of a place. */
const seedOf = (place: string, call: number): string => `${place}.${call}`;
