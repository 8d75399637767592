import type {
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import type { ModelFinishReason, ModelToolCall, ModelTurn, TokenUsage } from './contract';

type Content = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'];
type Delta = Extract<LanguageModelV3StreamPart, { type: 'text-delta' | 'reasoning-delta' }>;

export interface StreamedAnswer {
  turn: ModelTurn;
  usage: TokenUsage | null;
  warnings: string[];
  /** Null when the stream ended before its end. */
  finishReason: ModelFinishReason | null;
  /** What the provider, or its reader, said went wrong; null when nothing did. */
  error: unknown;
}

/** Reads the parts of one answer to their end. */
export async function readStream(stream: ReadableStream<LanguageModelV3StreamPart>): Promise<StreamedAnswer> {
  const content: Content = [];
  const toolCalls: ModelToolCall[] = [];
  const warnings: string[] = [];
  let end: Pick<StreamedAnswer, 'usage' | 'finishReason'> = { usage: null, finishReason: null };
  let error: unknown = null;
  for await (const part of stream) {
    switch (part.type) {
      case 'stream-start':
        warnings.push(...part.warnings.map((warning) => JSON.stringify(warning)));
        break;
      case 'text-delta':
      case 'reasoning-delta':
        addDelta(content, part);
        break;
      case 'tool-call':
        toolCalls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
        content.push({
          type: 'tool-call',
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          input: argumentsOf(part.input),
          ...withOptions(part.providerMetadata),
        });
        break;
      case 'error':
        error ??= part.error ?? 'unknown';
        break;
      case 'finish':
        end = { usage: usageOf(part.usage), finishReason: finishOf(part.finishReason) };
        break;
    }
  }
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { turn: { text, toolCalls, state: content }, warnings, error, ...end };
}

function addDelta(content: Content, { type, delta, providerMetadata }: Delta): void {
  const kind = type === 'text-delta' ? 'text' : 'reasoning';
  const last = content.at(-1);
  if (last?.type === kind && providerMetadata === undefined) last.text += delta;
  else content.push({ type: kind, text: delta, ...withOptions(providerMetadata) });
}

const withOptions = (metadata: Delta['providerMetadata']) =>
  metadata === undefined ? {} : { providerOptions: metadata };

/** What is no JSON goes back to the model as an empty object; what was wrong is told beside it. */
function argumentsOf(input: string): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input);
  } catch {
    return {};
  }
}

/** A stream that was cut off has no reason of the provider's own. */
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
