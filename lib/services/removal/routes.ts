import { type Operation, operation } from '../access/operation';
import { countWorkflowEnds, countWorkspaceEnds } from './count-what-ends';
import { deleteWorkflow } from './delete-workflow';
import { deleteWorkspace } from './delete-workspace';
import {
  countWorkflowEndsEndpoint,
  countWorkspaceEndsEndpoint,
  deleteWorkflowEndpoint,
  deleteWorkspaceEndpoint,
} from './endpoints';

export const removalRoutes: readonly Operation[] = [
  operation(deleteWorkflowEndpoint, deleteWorkflow),
  operation(countWorkflowEndsEndpoint, (actor, { params }) => countWorkflowEnds(actor, params)),
  operation(deleteWorkspaceEndpoint, deleteWorkspace),
  operation(countWorkspaceEndsEndpoint, (actor, { params }) => countWorkspaceEnds(actor, params)),
];
