import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { listWorkflowActivityEndpoint } from './endpoints';
import { listWorkflowActivity } from './list-workflow-activity';

export const workflowActivityRoutes: readonly Operation[] = [
  operation(listWorkflowActivityEndpoint, (actor, { params }) => listWorkflowActivity(actor, params)),
];
