import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelRequest } from './contract';
import type { ServerDialect } from './server-dialect';

/** Loads the SDK with the first call of a model: most processes never make one. */
export async function providerModel(
  { provider, baseUrl, apiKey, model }: ModelRequest,
  { countsStream, namesCompletionTokens }: ServerDialect,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV3> {
  const settings = { baseURL: baseUrl, fetch };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...settings, apiKey })(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ ...settings, apiKey })(model);
    }
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        ...settings,
        name: 'openai',
        ...(apiKey === '' ? {} : { apiKey }),
        includeUsage: countsStream,
        supportsStructuredOutputs: true,
        ...(namesCompletionTokens ? { transformRequestBody: withCompletionTokens } : {}),
      })(model);
    }
  }
}

function withCompletionTokens({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
