import type { TokenUsage } from '../contract';

/** What the server is to say; its wire format follows from the address that was asked. */
export interface ScriptedAnswer {
  text?: string;
  /** `arguments`: as an object, or the very text. */
  toolCalls?: ReadonlyArray<{ name: string; arguments: object | string }>;
  usage?: Partial<TokenUsage>;
  /** Though it was asked to stream. */
  whole?: boolean;
  /** Instead of an answer. */
  status?: number;
  error?: { code: string; message: string };
  headers?: Record<string, string>;
  /** The second half comes once this has settled. */
  hold?: Promise<void>;
  /**
   * `hang`: nothing comes; `stall`: it begins and stands still; `cut`: it ends too early; `reset`: the
   * connection breaks; `overloaded`: an error in the middle of the stream; `length`, `filtered`: it ends so.
   */
  fault?: 'hang' | 'stall' | 'cut' | 'reset' | 'overloaded' | 'length' | 'filtered';
}
