import { readGuards, runGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { replayLogEndpoint, runAgainEndpoint, shadowWorkflowEndpoint } from './endpoints';
import { replayLog } from './replay-log';
import { REPLAY_ROLES } from './replay-roles';
import { runAgain } from './run-again';
import { shadowWorkflow } from './shadow-workflow';

export const replayRoutes: readonly Operation[] = [
  operation(
    replayLogEndpoint,
    (actor, { params, body }, { signal }) => replayLog(actor, { ...params, ...body }, signal),
    { guards: readGuards(REPLAY_ROLES.replayLog, 'A replay sends nothing and leaves nothing.') },
  ),
  operation(
    shadowWorkflowEndpoint,
    (actor, { params, body }, context) => shadowWorkflow(actor, { ...params, ...body }, context),
    { guards: readGuards(REPLAY_ROLES.shadowWorkflow, 'A replay sends nothing and leaves nothing.') },
  ),
  operation(
    runAgainEndpoint,
    (actor, { params, query }, context) => runAgain(actor, { ...params, ...query }, context),
    { guards: runGuards(REPLAY_ROLES.runAgain) },
  ),
];
