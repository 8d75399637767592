import type { CodeAhead, CodeRequest, CodeResult } from './contract';
import { LaterValue } from './contract';
import { stepInto } from './step-into.mjs';
import type { ThreadCallAhead } from './thread-protocol';

/** More than this is not sent before its turn has come. */
const MAX_VALUES_LENGTH = 64 * 1024;
const MAX_CALLS = 8;

/** What the code of a chain gave so far, from its first on; undefined until it has. */
export type ChainResults = Array<CodeResult<unknown> | undefined>;

interface CallAhead {
  asked: CodeAhead;
  results: ChainResults;
  /** Null when it came to nothing that counts: then the code is run in its turn. */
  result: Promise<CodeResult<unknown> | null>;
}

/**
 * Calls that threads work on ahead of their turn, until they are asked for. They are kept with the signal of
 * the run that they belong to, and go with it.
 */
export class CallsAhead {
  readonly #bySignal = new WeakMap<AbortSignal, Map<string, CallAhead>>();

  add(signal: AbortSignal, call: CallAhead): void {
    const calls = this.#bySignal.get(signal) ?? new Map<string, CallAhead>();
    calls.set(call.asked.seed, call);
    this.#bySignal.set(signal, calls);
  }

  /** The result of that very request, if it has been worked on; null when it must be run. */
  take(request: CodeRequest): CallAhead['result'] | null {
    const { signal, circumstances } = request;
    const calls = circumstances && this.#bySignal.get(signal);
    const call = calls?.get(circumstances?.seed ?? '');
    if (!calls || !call) return null;
    calls.delete(call.asked.seed);
    return isAsForeseen(call, request) ? call.result : null;
  }
}

/** Values are never changed, so that those it was given are the same if they are the very same. */
function isAsForeseen(
  { asked, results }: CallAhead,
  { kind, code, bindings, timeoutMs }: CodeRequest,
): boolean {
  const names = Object.keys(bindings);
  if (kind !== 'function' || code !== asked.code || timeoutMs !== asked.timeoutMs) return false;
  if (names.join() !== Object.keys(asked.bindings).join()) return false;
  return names.every((name) => {
    const foreseen = asked.bindings[name];
    const value = foreseen instanceof LaterValue ? foreseenValue(foreseen, results) : foreseen;
    return value !== undefined && Object.is(value, bindings[name]);
  });
}

function foreseenValue({ from, path }: LaterValue, results: ChainResults): unknown {
  const result = results[from];
  return result?.ok === true ? path.reduce<unknown>(stepInto, result.value) : undefined;
}

/** Those that can be sent along, as far as their values can be written. */
export function threadCallsOf(
  asked: readonly CodeAhead[],
  writeValues: (values: readonly unknown[]) => string | null,
  seedOf: (seed: string, sources: ReadonlyArray<{ code: string }>) => number[],
  mostMs: number,
): Array<Omit<ThreadCallAhead, 'id'>> {
  const calls: Array<Omit<ThreadCallAhead, 'id'>> = [];
  for (const { code, bindings, timeoutMs, seed } of asked.slice(0, MAX_CALLS)) {
    const values = Object.values(bindings);
    const written = writeValues(values.map((value) => (value instanceof LaterValue ? null : value)));
    if (written === null || written.length + code.length > MAX_VALUES_LENGTH) break;
    const later = values.flatMap((value, index) =>
      value instanceof LaterValue ? [{ index, from: value.from, path: value.path }] : [],
    );
    const source = { kind: 'function' as const, code, names: Object.keys(bindings) };
    calls.push({
      source,
      values: written,
      later,
      timeoutMs: Math.min(timeoutMs, mostMs),
      seed: seedOf(seed, [source]),
    });
  }
  return calls;
}
