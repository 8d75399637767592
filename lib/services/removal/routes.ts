import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
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
  operation(
    deleteWorkflowEndpoint,
    async (actor, { params, query }) => void (await deleteWorkflow(actor, { ...params, ...query })),
  ),
  operation(countWorkflowEndsEndpoint, (actor, { params }) => countWorkflowEnds(actor, params)),
  operation(
    deleteWorkspaceEndpoint,
    async (actor, { params, body }) => void (await deleteWorkspace(actor, { ...body, ...params })),
  ),
  operation(countWorkspaceEndsEndpoint, (actor, { params }) => countWorkspaceEnds(actor, params)),
];
