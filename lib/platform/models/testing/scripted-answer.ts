import type { TokenUsage } from '../contract';

/** The server's response; its wire format follows from the requested address. */
export interface ScriptedAnswer {
  text?: string;
  /** `arguments`: an object, or literal text. */
  toolCalls?: ReadonlyArray<{ name: string; arguments: object | string }>;
  usage?: Partial<TokenUsage>;
  /** If true, the answer is sent whole although a stream was requested. */
  whole?: boolean;
  /** An error status, sent instead of an answer. */
  status?: number;
  error?: { code: string; message: string };
  headers?: Record<string, string>;
  /** The second half is sent once this has settled. */
  hold?: Promise<void>;
  /**
   * `hang`: nothing is sent; `stall`: it begins and stops; `cut`: it ends too early; `reset`: the
   * connection breaks; `overloaded`: an error in the middle of the stream; `length`, `filtered`: the finish
   * reason.
   */
  fault?: 'hang' | 'stall' | 'cut' | 'reset' | 'overloaded' | 'length' | 'filtered';
}
