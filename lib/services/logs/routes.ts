import { type Operation, operation } from '../access/operation';
import {
  getExecutionDetailEndpoint,
  getLogEndpoint,
  getLogFileEndpoint,
  listLogsEndpoint,
} from './endpoints';
import { exportLogs, wantsExport } from './export-logs';
import { getExecutionDetail, getLog } from './get-log';
import { getLogFile } from './get-log-file';
import { listLogs } from './list-logs';
import { pageOf } from './logs-request';

export const logRoutes: readonly Operation[] = [
  operation(listLogsEndpoint, (actor, { query }, context) =>
    wantsExport(context) ? exportLogs(actor, query, context) : listLogs(actor, pageOf(query), context),
  ),
  operation(getLogEndpoint, (actor, { params, query }, context) => getLog(actor, params.id, query, context)),
  operation(getLogFileEndpoint, (actor, { params }, context) => getLogFile(actor, params, context)),
  operation(getExecutionDetailEndpoint, (actor, { params }) => getExecutionDetail(actor, params.executionId)),
];
