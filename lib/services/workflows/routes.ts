import { prefersMinimal } from '../../platform/http/prefer';
import { reply } from '../../platform/http/reply';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
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
import { editGuards } from './note-change-sql';
import { saveWorkflow } from './save-workflow';
import { updateWorkflow } from './update-workflow';

export const workflowRoutes: readonly Operation[] = [
  listOperation(listWorkflowsEndpoint, newestFirst, (actor, { query }) => listWorkflows(actor, query)),
  operation(createWorkflowEndpoint, createWorkflow),
  operation(getWorkflowEndpoint, (actor, { params }) => getWorkflow(actor, params)),
  operation(
    saveWorkflowEndpoint,
    async (actor, { params, body }, { header }) => {
      const saved = await saveWorkflow(actor, { ...body, ...params });
      if (!prefersMinimal(header('prefer'))) return saved;
      const { document: _, ...data } = saved.data;
      return reply({ data }, 200, {
        'preference-applied': 'return=minimal',
        'cache-control': 'private, no-store',
      });
    },
    { guards: editGuards },
  ),
  operation(updateWorkflowEndpoint, updateWorkflow),
];
