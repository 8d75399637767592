import { executors } from '../../../core/blocks/registry/executors';
import type { RunPorts } from '../../../core/engine/ports';
import { giveWay, inSlices } from '../../../platform/in-slices';
import { type LogFields, logger } from '../../../platform/logging/logger';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { codeRunner } from '../../../platform/sandbox/code-runner';
import { connectionAuth, maskedAuth } from '../../connections/connection-auth';
import type { FileOwner } from '../../files/file-owner';
import { withFiles } from '../../files/file-store';
import { modelClient } from '../../model-prices/model-client';
import { requestPace } from '../../request-rates/request-pace';
import type { Variables } from '../../variables/read-variables';
import type { ExecutionRow } from '../shapes/execution-row';
import { tracedClient } from '../telemetry/traced-client';

type AskedPorts = Pick<
  RunPorts,
  | 'signal'
  | 'restored'
  | 'journal'
  | 'onEvent'
  | 'onTurn'
  | 'steps'
  | 'notes'
  | 'keepNote'
  | 'tryId'
  | 'budget'
  | 'leave'
> &
  Pick<RunPorts, 'exactText' | 'callersSecrets' | 'redaction'> &
  Pick<RunPorts, 'callWorkflow' | 'workflowInputs' | 'wait' | 'servers' | 'standsStill'> &
  Partial<Pick<RunPorts, 'http' | 'code'>> & {
    about?: LogFields;
    workspaceId: string;
    files: FileOwner;
    /** The run whose trace its requests belong to; absent for a block that is sent alone. */
    traced?: Pick<ExecutionRow, 'executionId' | 'traceparent'>;
    variables: Variables;
  };

/** Returns what the engine needs from outside, as implemented in this process. */
export function runPorts(asked: AskedPorts): RunPorts {
  const { about, workspaceId, variables, files, traced, http = outboundClient() } = asked;
  return {
    code: codeRunner(workspaceId),
    ...asked, // whole: for each run, leaving properties out costs several times as much
    variables: variables.values,
    plainVariables: variables.plain,
    executors,
    pace: requestPace(workspaceId),
    models: modelClient(workspaceId),
    connectionAuth: connectionAuth(workspaceId),
    maskedAuth: maskedAuth(workspaceId),
    http: withFiles(traced ? tracedClient(http, traced) : http, files),
    now: Date.now,
    giveWay,
    inSlices,
    onDefect: (error, blockId) =>
      logger('runs').error(blockId === null ? 'masking failed' : 'a block failed on our side', {
        ...about,
        blockId,
        error,
      }),
  };
}
