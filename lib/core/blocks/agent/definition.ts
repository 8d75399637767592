import { defineBlock } from '../define-block';
import type { Field } from '../field';
import {
  AgentConfig,
  agentProblems,
  connectionsOf,
  IDLE_TIMEOUT_MS,
  MAX_CALLS,
  MAX_OUTPUT_TOKENS,
  MAX_RETRIES,
  MAX_SECONDS,
  MAX_STEPS,
  MAX_TEMPERATURE,
  MAX_USD,
} from './config';
import { agentIcon } from './icon';

const KNOWN_MODELS: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-5.1', 'gpt-5-mini', 'gpt-5-nano', 'gpt-4.1', 'gpt-4o', 'gpt-4o-mini'],
  anthropic: ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  google: ['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite'],
};

function knownModels({ provider }: Readonly<Record<string, unknown>>): readonly string[] {
  const { kind, baseUrl } = Object(provider) as { kind?: string; baseUrl?: string };
  return baseUrl ? [] : (KNOWN_MODELS[kind ?? 'openai'] ?? []);
}

/** Settings that change how an answer is fetched, not what is asked. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  'limits',
  'maxRetries',
  'idleTimeoutMs',
  'cachePrompt',
  'stream',
]);

const ADVANCED = { references: 'none', tab: 'Advanced' } as const;

const LIMITS: Field = {
  ...ADVANCED,
  name: 'limits',
  label: 'Limits',
  kind: 'group',
  help:
    'Too many steps fail with AGENT_STEP_LIMIT, any other limit with BUDGET_EXCEEDED. ' +
    'The error port is taken.',
  members: [
    {
      name: 'steps',
      label: 'Steps',
      kind: 'number',
      references: 'none',
      min: 1,
      max: MAX_STEPS,
      help: 'Responses of the model, with or without tool calls between them.',
    },
    {
      name: 'seconds',
      label: 'Time',
      kind: 'number',
      references: 'none',
      unit: 's',
      min: 1,
      max: MAX_SECONDS,
    },
    {
      name: 'calls',
      label: 'Calls',
      kind: 'number',
      references: 'none',
      min: 1,
      max: MAX_CALLS,
      placeholder: 'No limit',
      help: 'Of the model and of tools together.',
    },
    {
      name: 'usd',
      label: 'Cost',
      kind: 'number',
      references: 'none',
      unit: 'USD',
      min: 0,
      max: MAX_USD,
      placeholder: 'No limit',
      help: 'Needs a model whose price is known.',
    },
  ],
};

const FIELDS: readonly Field[] = [
  {
    name: 'provider',
    label: 'Provider',
    kind: 'provider',
    references: 'members',
    urlMembers: ['baseUrl'],
  },
  {
    name: 'model',
    label: 'Model',
    kind: 'text',
    references: 'text',
    placeholder: 'For example gpt-4o-mini',
    suggestions: knownModels,
    modelsOf: 'provider',
  },
  {
    name: 'system',
    label: 'System prompt',
    kind: 'multiline',
    references: 'text',
    tab: 'Prompt',
    placeholder: 'You sort support requests. Answer briefly.',
    help: 'Instructions for every answer: role, tone, rules.',
  },
  {
    name: 'prompt',
    label: 'Prompt',
    kind: 'multiline',
    references: 'text',
    tab: 'Prompt',
    placeholder: 'Summarize this message: <start.message>',
  },
  {
    name: 'tools',
    label: 'Tools',
    kind: 'tools',
    references: 'tools',
    tab: 'Tools',
    help: 'What the model may call. In a request, <args.name> is what the model gives for a parameter.',
  },
  {
    name: 'outputSchema',
    label: 'Output schema',
    kind: 'multiline',
    references: 'none',
    holdsJson: true,
    tab: 'Output',
    placeholder: '{"type": "object", "properties": {"urgent": {"type": "boolean"}}, "required": ["urgent"]}',
    help: 'A JSON Schema. The answer is checked, and is <agent.data>. Empty: the answer is text.',
  },
  {
    ...ADVANCED,
    name: 'temperature',
    label: 'Temperature',
    kind: 'number',
    min: 0,
    max: MAX_TEMPERATURE,
    placeholder: 'The model’s default',
  },
  {
    ...ADVANCED,
    name: 'maxOutputTokens',
    label: 'Maximum output tokens per answer',
    kind: 'number',
    min: 1,
    max: MAX_OUTPUT_TOKENS,
    placeholder: 'The model’s default',
  },
  LIMITS,
  { ...ADVANCED, name: 'maxRetries', label: 'Retries', kind: 'number', min: 0, max: MAX_RETRIES },
  {
    ...ADVANCED,
    name: 'idleTimeoutMs',
    label: 'Idle timeout of the provider',
    kind: 'number',
    unit: 'ms',
    min: IDLE_TIMEOUT_MS.least,
    max: IDLE_TIMEOUT_MS.most,
  },
  {
    ...ADVANCED,
    name: 'cachePrompt',
    label: 'Cache the prompt',
    kind: 'switch',
    help: 'Marks long prompts for providers that want it; the others cache by themselves.',
  },
  {
    ...ADVANCED,
    name: 'stream',
    label: 'Stream answers',
    kind: 'switch',
    help: 'Off: each answer is requested whole, for servers that fail when they are asked to stream.',
  },
];

export const agentDefinition = defineBlock({
  type: 'agent',
  title: 'Agent',
  description: 'Asks an AI model, which may call tools and answer with data.',
  synonyms: [
    'llm',
    'gpt',
    'ai',
    'chatgpt',
    'claude',
    'gemini',
    'openai',
    'anthropic',
    'model',
    'prompt',
    'completion',
    'assistant',
    'copilot',
    'rag',
    'classify',
    'summarize',
    'extract',
    'generate',
    'tool calling',
    'language model',
  ],
  icon: agentIcon,
  config: AgentConfig,
  fields: FIELDS,
  writesText: 'content',
  outsideWork: {
    models: true,
    sent: (input) => Object.fromEntries(Object.entries(input).filter(([name]) => !NOT_ASKED.has(name))),
    mayWait: ({ tools }) => tools.some(({ kind }) => kind === 'workflow'),
  },
  ports: () => [
    { id: 'out', label: 'Next', kind: 'normal' },
    { id: 'error', label: 'On error', kind: 'error' },
  ],
  outputs: () => [
    { name: 'content', type: 'string', description: 'The answer as text' },
    { name: 'data', type: 'any', description: 'The answer as data, when there is an output schema' },
    { name: 'model', type: 'string', description: 'The model that was asked' },
    { name: 'tokens', type: 'object', description: 'Tokens of all steps: prompt, completion, total' },
    { name: 'cost', type: 'number', description: 'USD; null when no price is known' },
    { name: 'toolCalls', type: 'array', description: 'Tool calls, with arguments and results' },
    { name: 'steps', type: 'number', description: 'Number of answers from the model' },
    { name: 'finishReason', type: 'string', description: 'Why the last answer ended' },
    { name: 'error', type: 'object', description: 'Details of the error; null on success' },
  ],
  check: agentProblems,
  connections: connectionsOf,
  summary: ({ model }) => model,
});
