import type { CodeError, ConsoleLine } from './contract';

/** The settings of a thread, passed when it starts. */
export interface ThreadSettings {
  /** QuickJS, compiled once for the whole process. */
  wasm: WebAssembly.Module;
  memoryBytes: number;
  maxOutputBytes: number;
}

export interface ThreadSource {
  kind: 'function' | 'expression';
  code: string;
  /** The names of its variables. */
  names: string[];
}

/** A request to a thread; values cross as JSON text. */
export interface ThreadCall {
  id: number;
  /** `value`: the result of the only source; `first-true`: the index of the first true one, or null. */
  mode: 'value' | 'first-true';
  sources: ThreadSource[];
  /** JSON: a list of values for each source, in the order of its names. */
  inputs: string;
  /** JSON: for each source a list of `[name, code, message]`, for names that throw when they are read. */
  missing?: string | undefined;
  timeoutMs: number;
  /**
   * 32-bit numbers: four that `Math.random` starts from and, where code may use `crypto`, four for that.
   * Random ones when absent.
   */
  seed?: number[];
  /** The start of its clock in milliseconds since 1970; the system's clock when absent. */
  nowMs?: number;
  /** Calls to continue with, one after the other, as long as each gives a value and none reads the clock. */
  ahead?: ThreadCallAhead[];
}

/** A call in the mode `value` that uses values from earlier calls. */
export interface ThreadCallAhead {
  id: number;
  source: ThreadSource;
  /** JSON: a list of its values; null for those given later. */
  values: string;
  /** The values given later: index, number of the call that gives it (from 0), path in its result. */
  later: Array<{ index: number; from: number; path: ReadonlyArray<string | number> }>;
  timeoutMs: number;
  seed: number[];
}

interface Finished {
  id: number;
  console: ConsoleLine[];
  /** True if the thread must not be used again. */
  usedUp: boolean;
  /** True if it continues with the next call of the chain. */
  goesOn: boolean;
  /** True if the result depends on when the code ran. */
  readClock: boolean;
}

export type ThreadReply =
  | { type: 'ready' }
  | (Finished & { type: 'done'; json: string })
  | (Finished & { type: 'failed'; error: CodeError });
