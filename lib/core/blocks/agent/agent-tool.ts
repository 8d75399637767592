import type { JsonSchema } from '../../../platform/models/contract';
import type { BlockAttempt, BlockError, LostRequest } from '../block';

/**
 * The result of a tool: `value` for later blocks, `shown` for the model. Both are unmasked; `callTool`
 * masks and shortens the text for the model. `refusal`: the error of a server that answered with 400 or more.
 */
export type ToolOutcome =
  | {
      ok: true;
      shown: { text: string } | { json: unknown };
      value: unknown;
      refusal?: BlockError;
      attempts?: BlockAttempt[];
    }
  | { ok: false; error: BlockError; attempts?: BlockAttempt[] };

export interface ToolCallOptions {
  /** The key of this call, shared by all of its attempts. */
  idempotencyKey: string;
  /** The name of this call within its block, the same after a crash. */
  place: string;
  remainingMs: number;
}

/** A tool that the model may call, wherever it runs. */
export interface AgentTool {
  /** Made usable for models by `distinctTools`. */
  name: string;
  /** Tells tools of the same name from different servers apart; absent for those that an author named. */
  namespace?: string;
  description: string;
  parameters: JsonSchema;
  /** True if its server doesn't know a repeated call by its key; then it is not repeated after a crash. */
  actsTwice?: boolean;
  /** Returns the request that a call makes; null if there is none. */
  requestFor?(args: Readonly<Record<string, unknown>>): LostRequest['request'] | null;
  /** `args` match `parameters`. Never throws for a failure of the remote side. */
  call(args: Readonly<Record<string, unknown>>, options: ToolCallOptions): Promise<ToolOutcome>;
}

const MAX_TEXT_CHARACTERS = 50_000;
export const MAX_TOOL_RESPONSE_BYTES = 1024 * 1024;
export const TOOL_ATTEMPT_MS = 30_000;

/** Shortens a text: a model reads only so much, and every later step pays for it again. */
export function textForModel(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const left = text.length - MAX_TEXT_CHARACTERS;
  return `${text.slice(0, MAX_TEXT_CHARACTERS)}\n[${left} more characters were left out]`;
}
