import { createHash } from 'node:crypto';
import { hasTooManyValues, MAX_JSON_VALUES } from '../text/json-size';
import { writeJsonForCode } from '../text/json-text';
import { CallsAhead, type ChainResults, threadCallsOf } from './calls-ahead';
import type {
  CodeAhead,
  CodeError,
  CodeErrorCode,
  CodeRequest,
  CodeResult,
  CodeRunner,
  CodeSource,
  ConsoleLine,
} from './contract';
import type { SandboxFiles } from './sandbox-files';
import { type CallEnd, ThreadPool } from './thread-pool';
import type { ThreadCall } from './thread-protocol';

export interface SandboxOptions {
  /** The number of permanent threads; each starts when it is first needed. Default 2. */
  threads?: number;
  /** The number of extra threads for when all have been busy for a while; they end afterwards. Default 4. */
  burstThreads?: number;
  /** The memory of one call in MB. Default 64, at least 16. */
  memoryMb?: number;
  /** Wall-clock ms of one call, from its start. Default 5,000. */
  timeoutMs?: number;
  /** The maximum size of a result as JSON. Default 1 MB. */
  maxOutputBytes?: number;
  /** Returns the random bytes for a seed that `Math.random` starts from: at least 16 bytes, in base64url. */
  drawSeed?: (seed: string) => string;
  /** The files of its threads. Default: those of the clone. */
  files?: SandboxFiles;
}

/** The sandbox as a `CodeRunner` runs the calls of one owner. */
export interface Sandbox extends CodeRunner {
  /** Returns a runner for one owner, which takes turns with the others and can't hold all threads. */
  forOwner(owner: string): CodeRunner;
  /** Returns the number of calls that wait for a thread. */
  waiting(): number;
  /** Ends all threads; running and waiting calls end with `CANCELLED`. */
  close(): void;
}

const MB = 1024 * 1024;
const VARIABLE_NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
/** Values exist as text and as objects at the same time, and the code needs room to work with them. */
const MAX_INPUT_SHARE = 1 / 4;

export function createSandbox({
  threads = 2,
  burstThreads = 4,
  memoryMb = 64,
  timeoutMs: mostMs = 5_000,
  maxOutputBytes = MB,
  drawSeed = (text) => createHash('sha256').update(text).digest('base64url'),
  files,
}: SandboxOptions = {}): Sandbox {
  const memoryBytes = memoryMb * MB;
  const pool = new ThreadPool({ threads, burstThreads, memoryBytes, maxOutputBytes, files });
  const callsAhead = new CallsAhead();

  async function evaluate(
    owner: string,
    mode: ThreadCall['mode'],
    kind: 'function' | 'expression',
    sources: readonly CodeSource[],
    { timeoutMs = mostMs, signal, circumstances, ahead }: Partial<CodeRequest> & Pick<CodeRequest, 'signal'>,
  ): Promise<CodeResult<unknown>> {
    const written = inputsOf(sources);
    if ('code' in written) return failure(written);
    const { json: inputs, asText } = written;
    const inputBytes = sources.reduce((sum, { code }) => sum + code.length, inputs.length);
    if (inputBytes > memoryBytes * MAX_INPUT_SHARE) return failure(inputTooLarge(inputBytes));
    const draw = circumstances?.draw ?? drawSeed;
    const threadSeed = (seed: string, drawnOf: ReadonlyArray<{ code: string }>) =>
      drawnFor(seed, drawnOf, draw);
    const call = {
      mode,
      sources: sources.map(({ code, bindings }) => ({ kind, code, names: Object.keys(bindings) })),
      inputs,
      missing: missingOf(sources),
      timeoutMs: Math.min(timeoutMs, mostMs),
      ...(circumstances && { nowMs: circumstances.nowMs, seed: threadSeed(circumstances.seed, sources) }),
    };
    // While others wait for a thread, later calls wait for their turn.
    const asked = circumstances && ahead && pool.waiting === 0 ? ahead() : [];
    const calls = threadCallsOf(asked, valuesAhead, threadSeed, mostMs);
    const [end, ...later] = pool.submit(owner, { ...call, ahead: calls }, signal);
    const results: ChainResults = [];
    for (const [index, laterEnd] of later.entries())
      callsAhead.add(signal, {
        asked: asked[index] as CodeAhead,
        results,
        result: laterEnd.then((found) => {
          const { timeoutMs: within } = calls[index] as (typeof calls)[number];
          const counts = found !== 'not-run' && (typeof found === 'string' || !found.readClock);
          results[index + 1] = counts ? resultOf(found, within) : undefined;
          return results[index + 1] ?? null;
        }),
      });
    const result = resultOf(await (end as Promise<CallEnd>), call.timeoutMs);
    results[0] = result;
    return asText === 0 ? result : { ...result, exactNumbersAsText: asText };
  }

  const forOwner = (owner: string): CodeRunner => ({
    async run(request) {
      const { kind, code, bindings, missing, ...limits } = request;
      const result = await callsAhead.take(request);
      const source = missing ? { code, bindings, missing } : { code, bindings };
      return result ?? evaluate(owner, 'value', kind, [source], limits);
    },
    async firstTrue({ expressions, ...limits }) {
      const result = await evaluate(owner, 'first-true', 'expression', expressions, limits);
      return result as CodeResult<number | null>; // the thread returns nothing else in this mode
    },
  });
  return {
    ...forOwner(''),
    forOwner,
    waiting: () => pool.waiting,
    close: () => pool.close(),
  };
}

/**
 * Returns seeds for `Math.random` and, separately, for `crypto` where code may use that: enough outputs of
 * the former reveal the next ones.
 */
function drawnFor(
  seed: string,
  sources: ReadonlyArray<{ code: string }>,
  draw: (seed: string) => string,
): number[] {
  const numbers = numbersIn(draw(seed));
  const mentionsCrypto = sources.some(({ code }) => code.includes('crypto'));
  return mentionsCrypto ? [...numbers, ...numbersIn(draw(`${seed} crypto`))] : numbers;
}

function numbersIn(drawn: string): number[] {
  const bytes = Buffer.from(drawn, 'base64url');
  return [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at));
}

/** Returns the variables that each source must not read, as JSON; undefined when there are none. */
function missingOf(sources: readonly CodeSource[]): string | undefined {
  if (!sources.some(({ missing }) => missing)) return undefined;
  return JSON.stringify(
    sources.map(({ missing = {} }) =>
      Object.entries(missing).map(([name, { code, message }]) => [name, code, message]),
    ),
  );
}

/** Returns the values of each source's variables as JSON; an error when they are not JSON-like. */
function inputsOf(sources: readonly CodeSource[]): { json: string; asText: number } | CodeError {
  for (const { bindings, missing = {} } of sources) {
    const strange = [...Object.keys(bindings), ...Object.keys(missing)].find(
      (name) => !VARIABLE_NAME.test(name),
    );
    if (strange !== undefined) return error('CODE_INPUT_INVALID', `"${strange}" can't name a variable.`);
  }
  try {
    return writeJsonForCode(sources.map(({ bindings }) => Object.values(bindings)));
  } catch (cause) {
    // Cycles, BigInts, or nesting beyond the stack can't be written as JSON.
    const reason = cause instanceof Error ? cause.message : String(cause);
    return error('CODE_INPUT_INVALID', `A value given to the code can't be written as JSON: ${reason}`);
  }
}

/** Returns the values of code that runs ahead; null when they can't be sent along. */
function valuesAhead(values: readonly unknown[]): string | null {
  try {
    const { json, asText } = writeJsonForCode(values);
    return asText === 0 ? json : null;
  } catch {
    return null; // the error is reported when its turn comes
  }
}

function inputTooLarge(bytes: number): CodeError {
  const size = (bytes / MB).toFixed(1);
  return error(
    'CODE_OUT_OF_MEMORY',
    `The values given to the code take ${size} MB, more than it has room for.`,
  );
}

function resultOf(end: CallEnd, timeoutMs: number): CodeResult<unknown> {
  if (end === 'cancelled' || end === 'not-run') return failure(error('CANCELLED', 'The run was cancelled.'));
  if (end === 'overdue')
    return failure(error('CODE_TIMEOUT', `The code did not finish within ${timeoutMs} ms.`));
  if (end === 'out-of-memory' || end === 'broken') {
    return failure(error('CODE_OUT_OF_MEMORY', 'The code used more memory than allowed.'));
  }
  if (end.type === 'failed') return failure(end.error, end.console);
  if (hasTooManyValues(end.json)) {
    const many = `more than ${MAX_JSON_VALUES.toLocaleString('en')} values`;
    return failure(error('CODE_OUT_OF_MEMORY', `The code gave ${many}.`), end.console);
  }
  return { ok: true, value: JSON.parse(end.json), console: end.console };
}

function error(code: CodeErrorCode, message: string): CodeError {
  return { code, message };
}

function failure(cause: CodeError, console: ConsoleLine[] = []): CodeResult<never> {
  return { ok: false, error: cause, console };
}
