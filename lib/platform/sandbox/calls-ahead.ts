import type { CodeAhead, CodeRequest, CodeResult } from './contract';
import { LaterValue } from './contract';
import { stepInto } from './step-into.mjs';
import type { ThreadCallAhead } from './thread-protocol';

/** Larger values are not sent ahead of their turn. */
const MAX_VALUES_LENGTH = 64 * 1024;
const MAX_CALLS = 8;

/** The results of a chain's code so far, from the first on; undefined for those pending. */
export type ChainResults = Array<CodeResult<unknown> | undefined>;

interface CallAhead {
  asked: CodeAhead;
  results: ChainResults;
  /** Null when the result doesn't count: then the code runs in its turn. */
  result: Promise<CodeResult<unknown> | null>;
}

/**
 * Calls that threads run ahead of their turn, until they are requested. They are stored by the signal of
 * their run, and are dropped with it.
 */
export class CallsAhead {
  readonly #bySignal = new WeakMap<AbortSignal, Map<string, CallAhead>>();

  add(signal: AbortSignal, call: CallAhead): void {
    const calls = this.#bySignal.get(signal) ?? new Map<string, CallAhead>();
    calls.set(call.asked.seed, call);
    this.#bySignal.set(signal, calls);
  }

  /** Returns the result of exactly this request, if it was run ahead; null when it must be run. */
  take(request: CodeRequest): CallAhead['result'] | null {
    const { signal, circumstances } = request;
    const calls = circumstances && this.#bySignal.get(signal);
    const call = calls?.get(circumstances?.seed ?? '');
    if (!calls || !call) return null;
    calls.delete(call.asked.seed);
    return isAsForeseen(call, request) ? call.result : null;
  }
}

/** Compares values by identity, which suffices because values are never changed. */
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

/** Returns the calls that can be sent along, as far as their values can be serialized. */
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
