import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { failServerWaitsEndpoint, listServerOutagesEndpoint, probeServerEndpoint } from './endpoints';
import { failServerWaits } from './fail-waits';
import { listServerOutages } from './list-outages';
import { probeServerNow } from './probe-now';

export const serverOutageRoutes: readonly Operation[] = [
  listOperation(listServerOutagesEndpoint, newestFirst, (actor, { query }) =>
    listServerOutages(actor, query),
  ),
  operation(probeServerEndpoint, probeServerNow),
  operation(failServerWaitsEndpoint, failServerWaits),
];
