import type { BlockError, BlockExecutor, BlockResult } from '../block';
import { AgentRun } from './agent-run';
import { agentProblems, type ResolvedAgentConfig } from './config';
import { countTokens, NO_USAGE } from './count-tokens';

/** Asks a model until it has answered; outputs the answer with its tokens, cost, tool calls and steps. */
export const executeAgent: BlockExecutor<ResolvedAgentConfig> = async (config, context) => {
  if (context.signal.aborted) return failed(CANCELLED);
  const [problem] = agentProblems(config);
  if (problem) return failed({ code: 'CONFIG_INVALID', ...problem });
  if (!context.models) return failed(NO_MODELS);
  const secrets = new Set<string>();
  const conceal = (found: readonly string[]) => {
    for (const secret of found) secrets.add(secret);
    context.conceal?.(found);
  };
  const result = await new AgentRun(config, { ...context, conceal }, context.models).run();
  return secrets.size === 0 ? result : { ...result, secrets: [...secrets] };
};

const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The agent was cancelled because the run was.' };
const NO_MODELS: BlockError = { code: 'MODELS_UNAVAILABLE', message: 'No models can be asked here.' };

/** Returns the result of a failure before the first request. */
function failed(error: BlockError): BlockResult {
  const output = {
    content: null,
    data: null,
    model: null,
    tokens: countTokens(NO_USAGE),
    cost: null,
    toolCalls: [],
    steps: 0,
    finishReason: null,
    error,
  };
  return { ok: false, error, output, continuable: false };
}
