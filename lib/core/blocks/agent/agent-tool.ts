import type { JsonSchema } from '../../../platform/models/contract';
import type { BlockAttempt, BlockError } from '../block';

/**
 * What a tool gave back: `value` for later blocks, `shown` for the model. Both as they came: `callTool` masks
 * and cuts what the model reads.
 */
export type ToolOutcome =
  | { ok: true; shown: { text: string } | { json: unknown }; value: unknown; attempts?: BlockAttempt[] }
  | { ok: false; error: BlockError; attempts?: BlockAttempt[] };

export interface ToolCallOptions {
  /** Of this call alone, the same on each of its attempts. */
  idempotencyKey: string;
  /** Of this call in its block, the same after a crash. */
  place: string;
  remainingMs: number;
}

/** Something the model may call, wherever it is. */
export interface AgentTool {
  name: string;
  description: string;
  parameters: JsonSchema;
  /** Its server doesn't know a repeated call by its key: one whose end is unknown is not made again. */
  actsTwice?: boolean;
  /** Arguments are as `parameters` says. Never throws for a remote's doing. */
  call(args: Readonly<Record<string, unknown>>, options: ToolCallOptions): Promise<ToolOutcome>;
}

const MAX_TEXT_CHARACTERS = 50_000;
export const MAX_TOOL_RESPONSE_BYTES = 1024 * 1024;
export const TOOL_ATTEMPT_MS = 30_000;

/** A model reads only so much, and every step costs it again. */
export function textForModel(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const left = text.length - MAX_TEXT_CHARACTERS;
  return `${text.slice(0, MAX_TEXT_CHARACTERS)}\n[${left} more characters were left out]`;
}
