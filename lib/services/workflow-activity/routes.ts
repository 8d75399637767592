import { listOperation } from '../access/list-operation';
import type { Operation } from '../access/operation';
import { listWorkflowActivityEndpoint } from './endpoints';
import { listWorkflowActivity } from './list-workflow-activity';

export const workflowActivityRoutes: readonly Operation[] = [
  listOperation(
    listWorkflowActivityEndpoint,
    { keyOf: ({ workflowId }) => workflowId, highestFirst: true },
    (actor, { params }) => listWorkflowActivity(actor, params),
  ),
];
