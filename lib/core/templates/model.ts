import { type NeededVariable, plain, secret } from './template';

/** The variables that templates with a model need. */
export const MODEL: readonly NeededVariable[] = [
  plain('MODEL_URL', 'Base URL of a model API in OpenAI’s format', 'https://api.openai.com/v1'),
  plain('MODEL_NAME', 'The model to ask', 'gpt-4o-mini'),
  secret('MODEL_KEY', 'API key of its provider'),
];

/** The part of an Agent's config that names the model. */
export const ASKED = {
  provider: { kind: 'openai', baseUrl: '{{MODEL_URL}}', apiKey: '{{MODEL_KEY}}' },
  model: '{{MODEL_NAME}}',
};
