import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { createWorkflow } from './create-workflow';
import {
  createWorkflowEndpoint,
  getWorkflowEndpoint,
  listWorkflowsEndpoint,
  saveWorkflowEndpoint,
  updateWorkflowEndpoint,
} from './endpoints';
import { getWorkflow } from './get-workflow';
import { listWorkflows } from './list-workflows';
import { saveWorkflow } from './save-workflow';
import { updateWorkflow } from './update-workflow';

export const workflowRoutes: readonly Operation[] = [
  operation(listWorkflowsEndpoint, (actor, { query }) => listWorkflows(actor, query)),
  operation(createWorkflowEndpoint, (actor, { body }) => createWorkflow(actor, body)),
  operation(getWorkflowEndpoint, (actor, { params }) => getWorkflow(actor, params)),
  operation(saveWorkflowEndpoint, (actor, { params, body }) => saveWorkflow(actor, { ...body, ...params })),
  operation(updateWorkflowEndpoint, (actor, { params, body }) =>
    updateWorkflow(actor, { ...body, ...params }),
  ),
];
