import { executors } from '../../core/blocks/registry/executors';
import type { RunPorts } from '../../core/engine/ports';
import { type LogFields, logger } from '../../platform/logging/logger';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { codeRunner } from '../../platform/sandbox/code-runner';
import { modelClient } from '../model-prices/model-client';
import type { Variables } from '../variables/read-variables';

/** What the engine needs from outside, as this process has it. */
export function runPorts({
  about,
  workspaceId,
  variables,
  ...own
}: Pick<RunPorts, 'signal' | 'restored' | 'journal' | 'onEvent' | 'steps'> &
  Pick<RunPorts, 'callWorkflow' | 'wait' | 'standsStill'> &
  Partial<Pick<RunPorts, 'http' | 'code'>> & {
    about?: LogFields;
    workspaceId: string;
    variables: Variables;
  }): RunPorts {
  return {
    variables: variables.values,
    plainVariables: variables.plain,
    executors,
    http: outboundClient(),
    code: codeRunner(workspaceId),
    models: modelClient(workspaceId),
    ...own,
    now: Date.now,
    giveWay: () => new Promise((resolve) => setImmediate(resolve)),
    onDefect: (error, blockId) =>
      logger('runs').error(blockId === null ? 'masking failed' : 'a block failed on our side', {
        ...about,
        blockId,
        error,
      }),
  };
}
