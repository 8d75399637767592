import type { CodeError, ConsoleLine } from './contract';

/** Given to a thread when it starts. */
export interface ThreadSettings {
  /** QuickJS, compiled once for the whole process. */
  wasm: WebAssembly.Module;
  memoryBytes: number;
  maxOutputBytes: number;
}

export interface ThreadSource {
  kind: 'function' | 'expression';
  code: string;
  /** Names under which its values are bound. */
  names: string[];
}

/** What a thread is asked; values cross as JSON text. */
export interface ThreadCall {
  id: number;
  /** `value`: the result of the only source; `first-true`: the index of the first that holds, or null. */
  mode: 'value' | 'first-true';
  sources: ThreadSource[];
  /** JSON: a list of values for each source, in the order of its names. */
  inputs: string;
  /** JSON: for each source a list of `[name, code, message]`, for names that throw when they are read. */
  missing?: string | undefined;
  timeoutMs: number;
  /**
   * 32-bit numbers: four that `Math.random` is drawn from and, where code may use `crypto`, four for that.
   * Random ones when absent.
   */
  seed?: number[];
  /** Milliseconds since 1970 that its clock starts at; the system's clock when absent. */
  nowMs?: number;
  /** What to go on with, one after the other, as long as each gives a value and none reads the clock. */
  ahead?: ThreadCallAhead[];
}

/** A call in the mode `value`, some of whose values the calls before it give. */
export interface ThreadCallAhead {
  id: number;
  source: ThreadSource;
  /** JSON: a list of its values; what is given later is null here. */
  values: string;
  /** Which of the values are given later, by which call of the chain (from 0), and where in its result. */
  later: Array<{ index: number; from: number; path: ReadonlyArray<string | number> }>;
  timeoutMs: number;
  seed: number[];
}

interface Finished {
  id: number;
  console: ConsoleLine[];
  /** The thread must not be used again. */
  usedUp: boolean;
  /** It works on the next call of the chain. */
  goesOn: boolean;
  /** The result hangs on when it ran. */
  readClock: boolean;
}

export type ThreadReply =
  | { type: 'ready' }
  | (Finished & { type: 'done'; json: string })
  | (Finished & { type: 'failed'; error: CodeError });
