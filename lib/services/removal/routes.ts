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
} from './endpoints';

export const removalRoutes: readonly Operation[] = [
  operation(deleteWorkflowEndpoint, deleteWorkflow),
  operation(deleteLogEndpoint, deleteLog),
  operation(countWorkflowEndsEndpoint, (actor, { params }) => workflowDeletionImpact(actor, params)),
  operation(deleteWorkspaceEndpoint, deleteWorkspace),
  operation(countWorkspaceEndsEndpoint, (actor, { params }) => workspaceDeletionImpact(actor, params)),
];
