import { executors } from '../blocks/executors';
import type { RunPorts } from '../engine/ports';
import { env } from '../env';
import { type LogFields, logger } from '../logger';
import { parseAllowList } from '../outbound-http/allow-list';
import { createOutboundClient } from '../outbound-http/client';
import type { OutboundClient } from '../outbound-http/contract';
import { ownServices } from '../outbound-http/own-services';
import { processSingleton } from '../process-singleton';
import type { CodeRunner } from '../sandbox/contract';
import { createSandbox } from '../sandbox/sandbox';
import { metrics } from '../telemetry/metrics';
import type { Variables } from '../variables/read-variables';

/** The demo endpoint that the example workflow calls: the one address of our own that runs may reach. */
const DEMO_PATH_PREFIX = '/api/demo/';

/** This process's way out, guarded by the operator's OUTBOUND_ALLOW. */
export const outboundClient = (): OutboundClient =>
  processSingleton('outbound-client', () =>
    createOutboundClient({
      allow: parseAllowList(env().OUTBOUND_ALLOW),
      allowExact: [{ origin: new URL(env().NEXTAUTH_URL).origin, pathPrefix: DEMO_PATH_PREFIX }],
      ownServices: ownServices(env().PORT, env().DATABASE_URL),
    }),
  );

/** This process's sandbox for authors' code; its threads start with the first call. */
export const codeRunner = (): CodeRunner =>
  processSingleton('code-sandbox', () => {
    const sandbox = createSandbox();
    metrics().watchSandbox(sandbox.waiting);
    return sandbox;
  });

/** What the engine needs from outside, as this process has it. */
export function runPorts({
  about,
  variables,
  ...own
}: Pick<RunPorts, 'signal' | 'restored' | 'journal' | 'onEvent'> &
  Partial<Pick<RunPorts, 'http' | 'code'>> & {
    about?: LogFields;
    variables: Variables;
  }): RunPorts {
  return {
    variables: variables.values,
    plainVariables: variables.plain,
    executors,
    http: outboundClient(),
    code: codeRunner(),
    ...own,
    now: Date.now,
    onDefect: (error, blockId) =>
      logger('runs').error(blockId === null ? 'masking failed' : 'a block failed on our side', {
        ...about,
        blockId,
        error,
      }),
  };
}
