import { type Operation, operation } from '../access/operation';
import { expectDriftEndpoint, listDriftEndpoint, listWorkflowDriftEndpoint } from './endpoints';
import { expectDrift } from './expect-drift';
import { listDrift, listWorkflowDrift } from './list-drift';

export const driftRoutes: readonly Operation[] = [
  operation(listDriftEndpoint, (actor, { query }) => listDrift(actor, query)),
  operation(listWorkflowDriftEndpoint, (actor, { params }) => listWorkflowDrift(actor, params)),
  operation(expectDriftEndpoint, expectDrift),
];
