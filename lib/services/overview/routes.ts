import { type Operation, operation } from '../access/operation';
import {
  getChoiceCountsEndpoint,
  getHistogramEndpoint,
  getLogGroupsEndpoint,
  getOverviewEndpoint,
  getUsageOverviewEndpoint,
} from './endpoints';
import { getChoiceCounts } from './get-choice-counts';
import { getHistogram } from './get-histogram';
import { getLogGroups } from './get-log-groups';
import { getOverview } from './get-overview';
import { getUsageOverview } from './get-usage-overview';

export const overviewRoutes: readonly Operation[] = [
  operation(getHistogramEndpoint, (actor, { query }) => getHistogram(actor, query)),
  operation(getChoiceCountsEndpoint, (actor, { query }) => getChoiceCounts(actor, query)),
  operation(getLogGroupsEndpoint, (actor, { query }) => getLogGroups(actor, query)),
  operation(getOverviewEndpoint, (actor, { query }) => getOverview(actor, query)),
  operation(getUsageOverviewEndpoint, (actor, { query }) => getUsageOverview(actor, query)),
];
