import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { getHistogramEndpoint, getOverviewEndpoint } from './endpoints';
import { getHistogram } from './get-histogram';
import { getOverview } from './get-overview';

export const overviewRoutes: readonly Operation[] = [
  operation(getHistogramEndpoint, (actor, { query }) => getHistogram(actor, query)),
  operation(getOverviewEndpoint, (actor, { query }) => getOverview(actor, query)),
];
