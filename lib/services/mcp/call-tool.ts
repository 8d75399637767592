import type { BinaryData } from '../../core/blocks/block';
import { inputComplaints } from '../../core/blocks/start/input-field';
import type { RunEvent } from '../../core/engine/ports';
import { isAppError } from '../../platform/errors';
import type { RequestIds } from '../../platform/http/request-ids';
import { isJsonObject } from '../../platform/text/exact-number';
import { JsonText, writeJson } from '../../platform/text/json-text';
import type { Actor } from '../access/actor';
import { acceptedRun, type EndedRun, endedRun } from '../runs/reading/run-result';
import { workflowToRun } from '../runs/starting/admit';
import { callersRequest, runToEnd, startRun } from '../runs/starting/start-run';
import type { LiveTool } from './live-tools';

/** A larger result is of no use to a model, and would be held in memory by client and server. */
const MAX_RESULT_CHARACTERS = 4 * 1024 * 1024;
const FIRST_FAILING_STATUS = 400;

/** The result of `tools/call`. */
export interface ToolResult {
  content: Array<{ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }>;
  structuredContent?: object;
  isError: boolean;
}

export interface ToolCall {
  args: Readonly<Record<string, unknown>>;
  ids: RequestIds;
  /** The run has begun. */
  onStart: (executionId: string) => void;
  /** A block has ended. */
  onProgress: (message: string) => void;
}

/** Runs the live version. Its failures are results too, so that the model can read them. */
export async function callTool(actor: Actor, tool: LiveTool, call: ToolCall): Promise<ToolResult> {
  const complaints = inputComplaints(tool.inputs, call.args);
  if (complaints.length > 0) return failure(`The arguments are invalid: ${complaints.join('; ')}.`);
  const { workflowId } = tool.workflow;
  try {
    const workflow = await workflowToRun(actor, { workflowId, version: 'live' });
    const mode = 'sync' as const;
    const run = await startRun(callersRequest(actor, call.ids, { workflow, input: call.args, mode }));
    call.onStart(run.row.executionId);
    const onEvent = (event: RunEvent | JsonText): void => {
      if (!(event instanceof JsonText) && event.type === 'block-finished')
        call.onProgress(describeBlockEnd(event));
    };
    const end = await runToEnd(run, { onEvent });
    if (end.kind === 'parked') return parked(run.row.executionId);
    if (end.kind === 'large' && end.answer.length > MAX_RESULT_CHARACTERS)
      return tooLarge(run.row.executionId);
    return resultOf(endedRun(run.row, end));
  } catch (error) {
    // A limit of the plan, a role that is too low, or an unavailable database.
    if (isAppError(error)) return failure(error.message);
    throw error;
  }
}

const describeBlockEnd = ({ span }: Extract<RunEvent, { type: 'block-finished' }>): string =>
  `${span.name}: ${span.status}`;

const text = (words: string): ToolResult['content'] => [{ type: 'text', text: words }];
const failure = (words: string): ToolResult => ({ content: text(words), isError: true });

/** Returns the result for a run that continues without its caller. */
const goesOn = (why: string, executionId: string): ToolResult => ({
  content: text(
    `${why} It is execution ${executionId}; ` +
      `its state and output are at ${acceptedRun(executionId).statusUrl}.`,
  ),
  isError: false,
});

const parked = (executionId: string): ToolResult =>
  goesOn('The workflow waits for a time or an answer, and goes on later.', executionId);

/** Returns the result for a run that is no longer waited for. */
export const stillRunning = (executionId: string | null): ToolResult =>
  executionId === null
    ? failure('The workflow did not begin in time. Try again.')
    : goesOn('The workflow is still running.', executionId);

const tooLarge = (executionId: string): ToolResult =>
  failure(`The output is too large for a tool. Execution ${executionId} has it in its log.`);

function resultOf({ response, ...ended }: EndedRun): ToolResult {
  const httpStatus = response?.status;
  if (ended.status === 'error' && httpStatus === undefined)
    return failure(ended.error === null ? 'The run failed.' : `${ended.error.code}: ${ended.error.message}`);
  const output = ended.output ?? null;
  // A Response block reports an error by its status.
  const isError = httpStatus !== undefined && httpStatus >= FIRST_FAILING_STATUS;
  if (isImage(output))
    return { content: [{ type: 'image', data: output.base64, mimeType: output.contentType! }], isError };
  const words = typeof output === 'string' ? output : writeJson(output);
  if (words.length > MAX_RESULT_CHARACTERS)
    return failure(`The output has ${words.length.toLocaleString('en')} characters, too many for a tool.`);
  return { content: text(words), ...(isJsonObject(output) && { structuredContent: output }), isError };
}

const isImage = (value: unknown): value is BinaryData =>
  isJsonObject(value) &&
  typeof value.contentType === 'string' &&
  value.contentType.startsWith('image/') &&
  typeof value.base64 === 'string' &&
  value.base64.length <= MAX_RESULT_CHARACTERS;
