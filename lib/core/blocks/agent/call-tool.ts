import type { ModelToolCall, ToolResult } from '../../../platform/models/contract';
import { isJsonObject, parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import type { CheckWork } from '../../json-schema/check-work';
import type { BlockError, ExecutionContext } from '../block';
import type { BlockPart } from '../block-part';
import { tooComplex, whyNotOfSchema } from '../check-schema';
import { outcomeUnknown } from '../unknown-outcome';
import { type AgentTool, type ToolCallOptions, type ToolOutcome, textForModel } from './agent-tool';

export interface ToolCallsContext extends ExecutionContext {
  tools: readonly AgentTool[];
  checks: CheckWork;
  now: () => number;
}

/** One tool call, for the model and for readers of the block's output and span. */
export interface CalledTool {
  result: ToolResult;
  /** The entry in `<agent.toolCalls>`. */
  told: { name: string; arguments: unknown; result: unknown; error: BlockError | null };
  /** The model's own mistake, which it gets one chance to correct; null if it made none. */
  mistake: BlockError | null;
  /** The failure of the block that the model can't correct; null if there is none. */
  failure: BlockError | null;
  step: BlockPart;
}

/** Checks a call that the model asks for, then makes it. */
export async function callTool(
  call: ModelToolCall,
  context: ToolCallsContext,
  options: ToolCallOptions,
): Promise<CalledTool> {
  const startMs = context.now();
  const checked = await checkCall(call, context);
  const outcome: ToolOutcome = checked.ok
    ? await callOnce(checked.tool, checked.args, context, options)
    : { ok: false, error: checked.error };
  const args = checked.ok ? checked.args : call.input;
  const { id: callId, name } = call;
  const error = outcome.ok ? null : { ...outcome.error, message: textForModel(outcome.error.message) };
  const value = outcome.ok ? outcome.value : null;
  const refusal = outcome.ok ? outcome.refusal : undefined;
  return {
    result: { callId, name, text: toldToModel(outcome, context), failed: !outcome.ok },
    told: { name, arguments: args, result: value, error },
    mistake: checked.ok || checked.endsBlock ? null : checked.error,
    failure: !checked.ok && checked.endsBlock ? checked.error : null,
    step: {
      kind: 'tool',
      name,
      startMs,
      endMs: context.now(),
      input: args,
      output: value,
      error: refusal ?? error,
      ...(refusal === undefined ? {} : { wentOn: true }),
      ...(outcome.attempts ? { attempts: outcome.attempts } : {}),
    },
  };
}

/** Masks secrets, which a tool may have been sent and repeat: a model could write them in other words. */
function toldToModel(outcome: ToolOutcome, { mask = (value) => value }: ToolCallsContext): string {
  const shown = outcome.ok ? outcome.shown : { text: outcome.error.message };
  return textForModel('text' in shown ? String(mask(shown.text)) : writeJson(mask(shown.json)));
}

/** Makes a call. If a crash interrupted one that could act twice, returns that its outcome is unknown. */
async function callOnce(
  tool: AgentTool,
  args: Readonly<Record<string, unknown>>,
  { notes, lostRequest }: ToolCallsContext,
  options: ToolCallOptions,
): Promise<ToolOutcome> {
  if (tool.actsTwice === true && notes !== undefined) {
    const begun = notes.read(`${options.place}-begun`);
    if (begun !== undefined && begun !== notes.tryId) {
      const request = tool.requestFor?.(args) ?? null;
      if (request !== null) lostRequest?.({ request, idempotencyKey: options.idempotencyKey });
      return { ok: false, error: outcomeUnknown(`the call of "${tool.name}"`) };
    }
    if (begun === undefined) await notes.write(`${options.place}-begun`, notes.tryId);
  }
  return tool.call(args, options);
}

type CheckedCall =
  | { ok: true; tool: AgentTool; args: Readonly<Record<string, unknown>> }
  | { ok: false; error: BlockError; endsBlock: boolean };

async function checkCall(
  { name, input }: ModelToolCall,
  { tools, checks, code, signal }: ToolCallsContext,
): Promise<CheckedCall> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const names = tools.map((each) => each.name).join(', ');
    return mistaken('TOOL_UNKNOWN', `There is no tool "${name.slice(0, 80)}"; there is ${names || 'none'}.`);
  }
  let args: unknown;
  try {
    args = parseExact(input.trim() === '' ? '{}' : input);
  } catch {
    return mistaken('TOOL_ARGUMENTS_INVALID', `The arguments for "${name}" are not valid JSON.`);
  }
  if (!isJsonObject(args))
    return mistaken('TOOL_ARGUMENTS_INVALID', `The arguments for "${name}" must be an object.`);
  try {
    const mismatch = await whyNotOfSchema(tool.parameters, args, checks, { code, signal });
    return mismatch === null
      ? { ok: true, tool, args }
      : mistaken(
          'TOOL_ARGUMENTS_INVALID',
          `The arguments for "${name}" do not match its schema: ${mismatch}`,
        );
  } catch (error) {
    const what = `A call of the tool "${name}"`;
    return { ok: false, error: tooComplex(error, what, 'tools'), endsBlock: true };
  }
}

const mistaken = (code: string, message: string): CheckedCall => ({
  ok: false,
  error: { code, message },
  endsBlock: false,
});
