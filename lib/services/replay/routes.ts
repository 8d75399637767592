import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { replayLogEndpoint, runAgainEndpoint, shadowWorkflowEndpoint } from './endpoints';
import { replayLog } from './replay-log';
import { runAgain } from './run-again';
import { shadowWorkflow } from './shadow-workflow';

export const replayRoutes: readonly Operation[] = [
  operation(replayLogEndpoint, (actor, { params, body }, { signal }) =>
    replayLog(actor, { ...params, ...body }, signal),
  ),
  operation(shadowWorkflowEndpoint, (actor, { params, body }, context) =>
    shadowWorkflow(actor, { ...params, ...body }, context),
  ),
  operation(runAgainEndpoint, (actor, { params, query }, context) =>
    runAgain(actor, { ...params, ...query }, context),
  ),
];
