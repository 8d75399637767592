import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { expectDriftEndpoint, listDriftEndpoint, listWorkflowDriftEndpoint } from './endpoints';
import { expectDrift } from './expect-drift';
import { listDrift, listWorkflowDrift } from './list-drift';

export const driftRoutes: readonly Operation[] = [
  listOperation(listDriftEndpoint, newestFirst, (actor, { query }) => listDrift(actor, query)),
  listOperation(listWorkflowDriftEndpoint, newestFirst, (actor, { params }) =>
    listWorkflowDrift(actor, params),
  ),
  operation(expectDriftEndpoint, expectDrift),
];
