import { z } from 'zod';
import { MODEL_PROVIDERS, PROVIDER_URLS } from '../../../platform/models/contract';
import { trimCharacters } from '../../../platform/text/trim-characters';
import { readParameters, readSchema } from '../../json-schema/read-schema';
import { ARGS_HEAD, type ResolvedTool, Tools } from '../tools';

export const MAX_STEPS = 50;
/** The longest a block takes, in seconds; a stopping server waits for it. */
export const MAX_SECONDS = 600;
export const MAX_CALLS = 1_000;
export const MAX_USD = 10_000;
export const MAX_TEMPERATURE = 2;
export const MAX_OUTPUT_TOKENS = 200_000;
export const MAX_RETRIES = 10;
export const IDLE_TIMEOUT_MS = { least: 1_000, most: 300_000, preset: 60_000 };

const whole = (least: number, most: number, what: string) =>
  z
    .number(`Enter a number of ${what}.`)
    .int(`Enter a whole number of ${what}.`)
    .min(least, `At least ${least} ${what}.`)
    .max(most, `At most ${most} ${what}.`);

export const AgentLimits = z.object({
  steps: whole(1, MAX_STEPS, 'steps').default(10),
  seconds: whole(1, MAX_SECONDS, 'seconds').default(300),
  calls: whole(1, MAX_CALLS, 'calls').optional(),
  usd: z
    .number('Enter an amount in USD.')
    .min(0, 'At least 0.')
    .max(MAX_USD, `At most ${MAX_USD} USD.`)
    .optional(),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

export const AgentConfig = z.object({
  provider: z
    .object({
      kind: z.enum(MODEL_PROVIDERS).default('openai'),
      /** Empty: the provider's own URL. */
      baseUrl: z.string().default(''),
      apiKey: z.string().default(''),
      /** A connection of the workspace, whose token or key takes the place of `apiKey`; empty: none. */
      connectionId: z.string().max(100, 'At most 100 characters.').default(''),
    })
    .prefault({}),
  model: z.string().max(200, 'At most 200 characters.').default(''),
  system: z.string().default(''),
  prompt: z.string().default(''),
  tools: Tools,
  /** JSON Schema of the answer; empty: the answer is text. */
  outputSchema: z.string().max(50_000, 'At most 50,000 characters.').default(''),
  temperature: z
    .number('Enter a number.')
    .min(0, 'At least 0.')
    .max(MAX_TEMPERATURE, `At most ${MAX_TEMPERATURE}.`)
    .optional(),
  maxOutputTokens: whole(1, MAX_OUTPUT_TOKENS, 'tokens').optional(),
  limits: AgentLimits.prefault({}),
  maxRetries: whole(0, MAX_RETRIES, 'retries').default(3),
  idleTimeoutMs: whole(IDLE_TIMEOUT_MS.least, IDLE_TIMEOUT_MS.most, 'milliseconds').default(
    IDLE_TIMEOUT_MS.preset,
  ),
  cachePrompt: z.boolean().default(true),
  /** If false, each answer is requested as a whole. */
  stream: z.boolean().default(true),
});
export type AgentConfig = z.infer<typeof AgentConfig>;

export interface ResolvedAgentConfig extends Omit<AgentConfig, 'tools'> {
  readonly tools: readonly ResolvedTool[];
}

/** Model names become part of a URL, so no other characters are allowed. */
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:@/+-]*$/;
const HAS_REFERENCE = /<|\{\{/;
const HEADER_VALUE = /^[\x21-\x7e]*$/;

export const baseUrlOf = ({ kind, baseUrl }: Pick<AgentConfig['provider'], 'kind' | 'baseUrl'>): string =>
  baseUrl.trim() === '' ? PROVIDER_URLS[kind] : trimCharacters(baseUrl, ' /');

interface Problem {
  field: string;
  message: string;
}

/** Returns the connections that a config names, with their places. */
export function connectionsOf({ provider, tools }: AgentConfig): Array<{ field: string; id: string }> {
  const named = [
    { field: 'provider.connectionId', id: provider.connectionId },
    ...tools.map((tool, index) => ({
      field: `tools.${index}.connectionId`,
      id: tool.kind === 'workflow' ? '' : tool.connectionId,
    })),
  ];
  return named.map(({ field, id }) => ({ field, id: id.trim() })).filter(({ id }) => id !== '');
}

/** Returns the settings that can't work, authored or resolved; a run fails with the first of them. */
export function agentProblems(config: AgentConfig | ResolvedAgentConfig): Problem[] {
  return [...providerProblems(config), ...outputProblems(config), ...toolProblems(config)];
}

function providerProblems({ provider, model, prompt }: AgentConfig | ResolvedAgentConfig): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push({ field, message });
  const hasConnection = provider.connectionId.trim() !== '';
  const key = hasConnection ? '' : provider.apiKey.trim();
  if (!hasConnection && key === '' && (provider.baseUrl.trim() === '' || provider.kind !== 'openai'))
    add('provider.apiKey', 'Enter the API key; keep it in a variable and write {{NAME}} here.');
  if (!HAS_REFERENCE.test(key) && !HEADER_VALUE.test(key))
    add('provider.apiKey', "The API key holds a character that a header can't carry.");
  const name = model.trim();
  if (name === '') add('model', 'Enter the name of a model.');
  else if (!HAS_REFERENCE.test(name) && (!MODEL_NAME.test(name) || name.includes('..')))
    add('model', `"${name.slice(0, 60)}" can't be the name of a model.`);
  if (prompt.trim() === '') add('prompt', 'Enter a prompt.');
  return problems;
}

function outputProblems({ outputSchema }: AgentConfig | ResolvedAgentConfig): Problem[] {
  if (outputSchema.trim() === '') return [];
  const read = readSchema(outputSchema);
  return read.ok ? [] : [{ field: 'outputSchema', message: read.message }];
}

const SCHEME = /^https?:\/\//i;
const BEGINS_SCHEME = /^https?:/i;
const WHOLE_HOST = /^[^/?#\\]+[/?#]/;

/** True if arguments may change where a request goes, and with it who gets the credential. */
function modelChoosesHost(url: string): boolean {
  const at = url.indexOf(`<${ARGS_HEAD}`);
  if (at === -1) return false;
  const before = url.slice(0, at).trimStart();
  const rest = before.replace(SCHEME, '');
  const isCutScheme = rest === before && BEGINS_SCHEME.test(before);
  return isCutScheme || !WHOLE_HOST.test(rest);
}

function toolProblems({ tools }: AgentConfig | ResolvedAgentConfig): Problem[] {
  const problems: Problem[] = [];
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const add = (member: string, message: string) =>
      problems.push({ field: `tools.${index}.${member}`, message });
    if (names.has(tool.name)) add('name', `Two tools are named "${tool.name}".`);
    names.add(tool.name);
    if (tool.kind === 'workflow') {
      if (tool.workflowId.trim() === '') add('workflowId', `The tool "${tool.name}" has no workflow.`);
      continue;
    }
    if (tool.url.trim() === '') add('url', `The tool "${tool.name}" has no URL.`);
    if (tool.connectionId.trim() !== '' && modelChoosesHost(tool.url))
      add('url', `${tool.name}: with a connection, the model can't choose the host.`);
    if (tool.kind !== 'request') continue;
    const parameters = readParameters(tool.parameters);
    if (!parameters.ok) add('parameters', `${tool.name}: ${parameters.message}`);
  }
  return problems;
}
