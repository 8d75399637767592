import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { searchLogsEndpoint } from './endpoints';
import { searchLogs } from './search-logs';

export const logSearchRoutes: readonly Operation[] = [
  operation(searchLogsEndpoint, (actor, { query }) => searchLogs(actor, query)),
];
