import { type Operation, operation } from '../access/operation';
import { searchLogsEndpoint } from './endpoints';
import { searchLogs } from './search-logs';

export const logSearchRoutes: readonly Operation[] = [
  operation(searchLogsEndpoint, (actor, { query }) => searchLogs(actor, query)),
];
