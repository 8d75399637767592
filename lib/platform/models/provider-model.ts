import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelRequest } from './contract';

/** Loaded with the first call of a model: most processes never make one. */
export async function providerModel(
  { provider, baseUrl, apiKey, model }: ModelRequest,
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
      const isOwn = new URL(baseUrl).hostname === 'api.openai.com';
      return createOpenAICompatible({
        ...settings,
        name: 'openai',
        ...(apiKey === '' ? {} : { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(isOwn ? { transformRequestBody: forOpenAi } : {}),
      })(model);
    }
  }
}

/** OpenAI's newer models refuse the name that all other servers know. */
function forOpenAi({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
