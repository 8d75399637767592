import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { discardHeldOfWorkflow, discardHeldOfWorkspace } from './discard-held';
import {
  discardHeldOfWorkflowEndpoint,
  discardHeldOfWorkspaceEndpoint,
  getWorkflowHoldEndpoint,
  getWorkspaceHoldEndpoint,
  holdWorkflowEndpoint,
  holdWorkspaceEndpoint,
  listHoldsEndpoint,
  releaseWorkflowEndpoint,
  releaseWorkspaceEndpoint,
} from './endpoints';
import { getWorkflowHold, getWorkspaceHold, listHolds } from './get-hold';
import { holdWorkflow, holdWorkspace } from './hold';
import { releaseWorkflow, releaseWorkspace } from './release-hold';

export const holdRoutes: readonly Operation[] = [
  listOperation(listHoldsEndpoint, newestFirst, (actor, { query }) => listHolds(actor, query)),
  operation(getWorkflowHoldEndpoint, (actor, { params }) => getWorkflowHold(actor, params)),
  operation(holdWorkflowEndpoint, holdWorkflow),
  operation(releaseWorkflowEndpoint, releaseWorkflow),
  operation(discardHeldOfWorkflowEndpoint, discardHeldOfWorkflow),
  operation(getWorkspaceHoldEndpoint, (actor, { params }) => getWorkspaceHold(actor, params)),
  operation(holdWorkspaceEndpoint, holdWorkspace),
  operation(releaseWorkspaceEndpoint, releaseWorkspace),
  operation(discardHeldOfWorkspaceEndpoint, discardHeldOfWorkspace),
];
