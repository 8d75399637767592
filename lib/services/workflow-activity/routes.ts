import { type Operation, operation } from '../access/operation';
import { listWorkflowActivityEndpoint } from './endpoints';
import { listWorkflowActivity } from './list-workflow-activity';

export const workflowActivityRoutes: readonly Operation[] = [
  operation(listWorkflowActivityEndpoint, (actor, { params }) => listWorkflowActivity(actor, params)),
];
