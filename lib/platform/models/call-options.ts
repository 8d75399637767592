import type { LanguageModelV3CallOptions, LanguageModelV3Message } from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest } from './contract';
import { messageOf } from './opaque-state';
import type { ServerDialect } from './server-dialect';
import { completeSchema } from './tool-schema';

type ProviderOptions = NonNullable<LanguageModelV3Message['providerOptions']>;

/** Anthropic caches nothing shorter, about 1,024 tokens. */
const SHORTEST_CACHED_CHARACTERS = 4_000;
const CACHE_HERE: ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
/** Authors' schemas rarely fit OpenAI's strict mode; the answer is validated here instead. */
const NOT_STRICT: ProviderOptions = { openai: { strictJsonSchema: false } };

/** Tools are called by us, not by the provider. */
const CALLED_BY_US = 'function' as const;

/** Returns a request in the SDK's form. */
export function callOptions(
  request: ModelRequest,
  { takesSchema }: Pick<ServerDialect, 'takesSchema'>,
): LanguageModelV3CallOptions {
  const { tools, outputSchema, temperature, maxOutputTokens } = request;
  const messages = takesSchema ? request.messages : withSchemaWords(request);
  const caches = request.cachesPrompt && request.provider === 'anthropic';
  const options: LanguageModelV3CallOptions = {
    prompt: messages.map((message, index) => toPrompt(message, caches && index === messages.length - 1)),
    providerOptions: NOT_STRICT,
  };
  if (caches) markSystem(options.prompt);
  if (temperature !== undefined) options.temperature = temperature;
  if (maxOutputTokens !== undefined) options.maxOutputTokens = maxOutputTokens;
  if (tools.length > 0)
    options.tools = tools.map(({ name, description, parameters }) => ({
      type: CALLED_BY_US,
      name,
      description,
      inputSchema: completeSchema(parameters),
    }));
  if (outputSchema !== undefined && takesSchema)
    options.responseFormat = { type: 'json', schema: completeSchema(outputSchema), name: 'answer' };
  return options;
}

/** Adds the schema to the instructions, for a server that can't be asked for JSON. */
function withSchemaWords({ messages, schemaWords = '' }: ModelRequest): readonly ModelMessage[] {
  if (schemaWords === '') return messages;
  const [first, ...others] = messages;
  if (first?.role !== 'system') return [{ role: 'system', text: schemaWords }, ...messages];
  return [{ ...first, text: `${first.text}\n\n${schemaWords}` }, ...others];
}

function markSystem(prompt: LanguageModelV3CallOptions['prompt']): void {
  const system = prompt.find(({ role }) => role === 'system');
  if (system && system.content.length >= SHORTEST_CACHED_CHARACTERS) system.providerOptions = CACHE_HERE;
}

/**
 * If `isLast`, marks the end of a running conversation, so that the next question reads it from the cache.
 */
function toPrompt(message: ModelMessage, isLast: boolean): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'model':
      return messageOf(message.turn);
    case 'tools':
      return {
        role: 'tool',
        content: message.results.map(({ callId, name, text, failed }) => ({
          type: 'tool-result',
          toolCallId: callId,
          toolName: name,
          output: { type: failed ? 'error-text' : 'text', value: text },
        })),
        ...(isLast ? { providerOptions: CACHE_HERE } : {}),
      };
  }
}
