import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { deleteLog } from './delete-log';
import { deleteWorkflow } from './delete-workflow';
import { deleteWorkspace } from './delete-workspace';
import { workflowDeletionImpact, workspaceDeletionImpact } from './deletion-impact';
import {
  countWorkflowEndsEndpoint,
  countWorkspaceEndsEndpoint,
  deleteLogEndpoint,
  deleteWorkflowEndpoint,
  deleteWorkspaceEndpoint,
  listDeletedWorkflowsEndpoint,
  purgeWorkflowEndpoint,
  restoreWorkflowEndpoint,
} from './endpoints';
import { listDeletedWorkflows } from './list-deleted';
import { purgeWorkflow } from './purge-workflow';
import { restoreWorkflow } from './restore-workflow';

export const removalRoutes: readonly Operation[] = [
  operation(deleteWorkflowEndpoint, deleteWorkflow),
  listOperation(listDeletedWorkflowsEndpoint, newestFirst, (actor, { query }) =>
    listDeletedWorkflows(actor, query),
  ),
  operation(restoreWorkflowEndpoint, restoreWorkflow),
  operation(purgeWorkflowEndpoint, purgeWorkflow),
  operation(deleteLogEndpoint, deleteLog),
  operation(countWorkflowEndsEndpoint, (actor, { params }) => workflowDeletionImpact(actor, params)),
  operation(deleteWorkspaceEndpoint, deleteWorkspace),
  operation(countWorkspaceEndsEndpoint, (actor, { params }) => workspaceDeletionImpact(actor, params)),
];
