import { createModelClient } from '../../../../platform/models/model-client';
import type { OwnPrice } from '../../../../platform/models/prices';
import type { OutboundClient } from '../../../../platform/outbound-http/contract';
import type { CodeRunner } from '../../../../platform/sandbox/contract';
import type { BlockResult } from '../../block';
import type { BlockPart, RunSpending } from '../../block-part';
import { compileField, emptyScope } from '../../compile-field';
import type { ReadConnectionAuth } from '../../connection-auth';
import { AgentConfig, type ResolvedAgentConfig } from '../config';
import { executeAgent } from '../executor';

/** USD per million tokens, chosen so that costs are easy to compute by hand. */
export const HOUSE_PRICES: readonly OwnPrice[] = [
  { model: 'house', input: 2, cacheRead: 0.5, cacheWrite: 2.5, output: 8 },
];

export interface AgentSetting {
  http: OutboundClient;
  code?: CodeRunner;
  prices?: readonly OwnPrice[];
  spending?: RunSpending;
  signal?: AbortSignal;
  variables?: ReadonlyMap<string, string>;
  connectionAuth?: ReadConnectionAuth;
  mask?: (value: unknown) => unknown;
  conceal?: (secrets: readonly string[]) => void;
}

/** Runs the block alone; returns its result and the spans of its steps. */
export async function runAgent(
  authored: object,
  { http, code, prices = HOUSE_PRICES, spending, signal, variables = new Map(), ...setting }: AgentSetting,
): Promise<{ result: BlockResult; steps: BlockPart[] }> {
  const config = AgentConfig.parse({ model: 'house', prompt: 'Hello?', ...authored });
  const scope = { ...emptyScope(), variables };
  const tools = compileField('tools', config.tools, () => false).resolve(scope);
  const steps: BlockPart[] = [];
  const result = await executeAgent({ ...config, tools } as ResolvedAgentConfig, {
    input: null,
    http,
    ...setting,
    ...(code ? { code } : {}),
    models: createModelClient(async () => prices),
    onPart: (part) => steps.push(part),
    ...(spending ? { spending } : {}),
    signal: signal ?? new AbortController().signal,
    idempotencyKey: 'run.agent.0',
  });
  return { result, steps };
}
