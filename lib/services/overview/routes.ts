import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { getHistogramEndpoint, getLogGroupsEndpoint, getOverviewEndpoint } from './endpoints';
import { getHistogram } from './get-histogram';
import { getLogGroups } from './get-log-groups';
import { getOverview } from './get-overview';

export const overviewRoutes: readonly Operation[] = [
  operation(getHistogramEndpoint, (actor, { query }) => getHistogram(actor, query)),
  operation(getLogGroupsEndpoint, (actor, { query }) => getLogGroups(actor, query)),
  operation(getOverviewEndpoint, (actor, { query }) => getOverview(actor, query)),
];
