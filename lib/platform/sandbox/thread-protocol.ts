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
  timeoutMs: number;
  /** Four 32-bit numbers that `Math.random` is drawn from; random ones when absent. */
  seed?: number[];
  /** Milliseconds since 1970 that its clock starts at; the system's clock when absent. */
  nowMs?: number;
}

export type ThreadReply =
  | { type: 'ready' }
  /** `usedUp`: the thread must not be used again. */
  | { type: 'done'; id: number; json: string; console: ConsoleLine[]; usedUp: boolean }
  | { type: 'failed'; id: number; error: CodeError; console: ConsoleLine[]; usedUp: boolean };
