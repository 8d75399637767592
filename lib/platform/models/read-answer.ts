import type {
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3Warning,
} from '@ai-sdk/provider';
import type { ModelFinishReason, ModelToolCall, ModelTurn, TokenUsage } from './contract';
import { type Content, ContentReader, withOptions } from './read-content';
import { ThinkingSplitter } from './thinking';

type ToolCall = Extract<LanguageModelV3Content, { type: 'tool-call' }>;

export interface ReadAnswer {
  turn: ModelTurn;
  usage: TokenUsage | null;
  warnings: string[];
  /** Null when the stream was cut off. */
  finishReason: ModelFinishReason | null;
  /** The error from the provider, or from its reader; null without one. */
  error: unknown;
}

/** Reads a streamed answer to its end. */
export async function readStream(stream: ReadableStream<LanguageModelV3StreamPart>): Promise<ReadAnswer> {
  const reader = new ContentReader();
  const { content } = reader;
  const toolCalls: ModelToolCall[] = [];
  const warnings: string[] = [];
  let end: Pick<ReadAnswer, 'usage' | 'finishReason'> = { usage: null, finishReason: null };
  let error: unknown = null;
  let unreadable: unknown = null;
  for await (const part of stream) {
    switch (part.type) {
      case 'stream-start':
        warnings.push(...part.warnings.map(warningText));
        break;
      case 'text-start':
      case 'reasoning-start':
      case 'text-delta':
      case 'reasoning-delta':
        reader.add(part);
        break;
      case 'tool-call':
        addToolCall(content, toolCalls, part);
        break;
      case 'error':
        if (isUnreadable(part.error)) unreadable ??= part.error;
        else error ??= part.error ?? 'unknown';
        break;
      case 'finish':
        end = { usage: usageOf(part.usage), finishReason: finishOf(part.finishReason) };
        break;
    }
  }
  // An answer that its provider finished is paid for: it isn't asked for again because of one event.
  if (unreadable !== null && end.finishReason === null) error ??= unreadable;
  else if (unreadable !== null) warnings.push(UNREADABLE_EVENT);
  return { turn: turnOf(content, toolCalls, end.finishReason), warnings, error, ...end };
}

const UNREADABLE_EVENT = 'A part of the answer is missing: the provider sent an event that can’t be read.';

/** True for an event that the SDK can't read, not for one that says that the provider failed. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && /^AI_(?:TypeValidation|JSONParse)Error$/.test(error.name);

/** Reads an answer that came whole. */
export function readWhole(answer: LanguageModelV3GenerateResult): ReadAnswer {
  const content: Content = [];
  const toolCalls: ModelToolCall[] = [];
  for (const part of answer.content) {
    if (part.type === 'tool-call') addToolCall(content, toolCalls, part);
    else if (part.type === 'text' || part.type === 'reasoning')
      content.push({ type: part.type, text: part.text, ...withOptions(part.providerMetadata) });
  }
  // The answer is complete, even if its server gives no finish reason.
  const usual = toolCalls.length > 0 ? 'tool-calls' : 'stop';
  const finishReason = finishOf(answer.finishReason) ?? usual;
  const turn = turnOf(content, toolCalls, finishReason);
  const warnings = answer.warnings.map(warningText);
  return { turn, warnings, error: null, usage: usageOf(answer.usage), finishReason };
}

const warningText = (warning: SharedV3Warning): string => JSON.stringify(warning);

/** Separates thoughts inside the text, also for the next question. */
function turnOf(content: Content, toolCalls: ModelToolCall[], finish: ModelFinishReason | null): ModelTurn {
  const splitter = new ThinkingSplitter();
  let last: Extract<Content[number], { type: 'text' }> | null = null;
  for (const part of content) {
    if (part.type !== 'text') continue;
    part.text = splitter.add(part.text);
    last = part;
  }
  if (last !== null) last.text += splitter.finish(finish === 'length');
  const { thinking } = splitter;
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  // Anthropic refuses an empty text.
  const state = content.filter(
    (part) => part.type !== 'text' || part.text !== '' || part.providerOptions !== undefined,
  );
  return { text, toolCalls, state, ...(thinking === '' ? {} : { thinking: thinking.trim() }) };
}

function addToolCall(content: Content, toolCalls: ModelToolCall[], part: ToolCall): void {
  toolCalls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
  content.push({
    type: 'tool-call',
    toolCallId: part.toolCallId,
    toolName: part.toolName,
    input: argumentsOf(part.input),
    ...withOptions(part.providerMetadata),
  });
}

/** Invalid JSON goes back to the model as an empty object; the error is reported beside it. */
function argumentsOf(input: string): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input);
  } catch {
    return {};
  }
}

/** Returns the finish reason; a stream that was cut off has none from the provider. */
function finishOf({ unified, raw }: { unified: ModelFinishReason; raw: string | undefined }) {
  return raw === undefined && (unified === 'other' || unified === 'error') ? null : unified;
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenUsage | null {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null;
  const cacheRead = inputTokens.cacheRead ?? 0;
  const cacheWrite = inputTokens.cacheWrite ?? 0;
  const input = inputTokens.noCache ?? inputTokens.total - cacheRead - cacheWrite;
  return { input: Math.max(0, input), cacheRead, cacheWrite, output: outputTokens.total };
}
