import { accessTables } from '../../access/tables';
import { accountTables } from '../../accounts/tables';
import { alertTables } from '../../alerts/tables';
import { apiKeyTables } from '../../api-keys/tables';
import { assistantTables } from '../../assistant/tables';
import { auditTables } from '../../audit/tables';
import { budgetTables } from '../../budgets/tables';
import { bulkTables } from '../../bulk/tables';
import { chatTables } from '../../chat/tables';
import { commentTables } from '../../comments/tables';
import { connectionTables } from '../../connections/tables';
import { driftTables } from '../../drift/tables';
import { effectTables } from '../../effects/tables';
import { errorGroupTables } from '../../error-groups/tables';
import { failureNoticeTables } from '../../failure-notices/tables';
import { fileTables } from '../../files/tables';
import { folderTables } from '../../folders/tables';
import { holdTables } from '../../holds/tables';
import { hookTables } from '../../incoming-webhooks/tables';
import { laterTryTables } from '../../later-tries/tables';
import { limitTables } from '../../limits/tables';
import { logViewTables } from '../../log-views/tables';
import { logTables } from '../../logs/tables';
import { mcpTables } from '../../mcp/tables';
import { modelPriceTables } from '../../model-prices/tables';
import { outgoingWebhookTables } from '../../outgoing-webhooks/tables';
import { overviewTables } from '../../overview/tables';
import { pinTables } from '../../pins/tables';
import { proposalTables } from '../../proposals/tables';
import { replayTables } from '../../replay/tables';
import { requestLibraryTables } from '../../request-library/tables';
import { requestRateTables } from '../../request-rates/tables';
import { runLimitTables } from '../../run-limits/tables';
import { runTestTables } from '../../run-tests/tables';
import { runTables } from '../../runs/api/tables';
import { scheduleTables } from '../../schedules/tables';
import { serverOutageTables } from '../../server-outages/tables';
import { sharedEditTables } from '../../shared-edits/tables';
import { variableTables } from '../../variables/tables';
import { versionTables } from '../../versions/tables';
import { workflowTables } from '../../workflows/tables';
import { workspaceTables } from '../../workspaces/tables';
import type { OwnedTable } from '../define-tables';
import { installationTables } from '../installation-tables';

/** Every room that keeps something in the database. Sealed columns are sealed again in this order. */
const TABLES_BY_ROOM = {
  variables: variableTables,
  alerts: alertTables,
  connections: connectionTables,
  'request-library': requestLibraryTables,
  runs: runTables,
  'shared-edits': sharedEditTables,
  'incoming-webhooks': hookTables,
  schedules: scheduleTables,
  chat: chatTables,
  pins: pinTables,
  'run-tests': runTestTables,
  proposals: proposalTables,
  'outgoing-webhooks': outgoingWebhookTables,
  workflows: workflowTables,
  access: accessTables,
  accounts: accountTables,
  'api-keys': apiKeyTables,
  assistant: assistantTables,
  audit: auditTables,
  budgets: budgetTables,
  bulk: bulkTables,
  comments: commentTables,
  drift: driftTables,
  effects: effectTables,
  'error-groups': errorGroupTables,
  'failure-notices': failureNoticeTables,
  files: fileTables,
  folders: folderTables,
  holds: holdTables,
  'later-tries': laterTryTables,
  limits: limitTables,
  'log-views': logViewTables,
  logs: logTables,
  mcp: mcpTables,
  'model-prices': modelPriceTables,
  overview: overviewTables,
  replay: replayTables,
  'request-rates': requestRateTables,
  'run-limits': runLimitTables,
  'server-outages': serverOutageTables,
  tables: installationTables,
  versions: versionTables,
  workspaces: workspaceTables,
};

type TablesByRoom = typeof TABLES_BY_ROOM;

/** A table's name in SQL: `workflow`, `runtime.log`. */
export type TableName = { [Room in keyof TablesByRoom]: keyof TablesByRoom[Room] }[keyof TablesByRoom];

export interface RegisteredTable extends OwnedTable {
  name: string;
  /** The room's folder in lib/services. */
  room: string;
}

/** Every table of the schemas `public` and `runtime`, with the room that owns it. */
export const allTables: readonly RegisteredTable[] = Object.entries(TABLES_BY_ROOM).flatMap(
  ([room, tables]: [string, Readonly<Record<string, OwnedTable>>]) =>
    Object.entries(tables).map(([name, table]) => ({ ...table, name, room })),
);
