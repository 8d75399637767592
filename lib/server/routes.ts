import { env } from '../platform/env';
import { Reply } from '../platform/http/reply';
import { type Operation, publicOperation } from '../services/access/operation';
import { accountRoutes } from '../services/accounts/routes';
import { formerAlertRoutes } from '../services/alerts/former-routes';
import { alertRoutes } from '../services/alerts/routes';
import { apiKeyRoutes } from '../services/api-keys/routes';
import { assistantRoutes } from '../services/assistant/routes';
import { auditRoutes } from '../services/audit/routes';
import { budgetRoutes } from '../services/budgets/routes';
import { bulkRoutes } from '../services/bulk/jobs/routes';
import { chatRoutes } from '../services/chat/routes';
import { commentRoutes } from '../services/comments/routes';
import { connectionRoutes } from '../services/connections/routes';
import { demoRoutes } from '../services/demo/routes';
import { driftRoutes } from '../services/drift/routes';
import { effectRoutes } from '../services/effects/routes';
import { errorGroupRoutes } from '../services/error-groups/routes';
import { failureNoticeRoutes } from '../services/failure-notices/routes';
import { folderRoutes } from '../services/folders/routes';
import { healthRoutes } from '../services/health/routes';
import { holdRoutes } from '../services/holds/routes';
import { importRoutes } from '../services/imports/routes';
import { hookRoutes } from '../services/incoming-webhooks/routes';
import { laterTryRoutes } from '../services/later-tries/routes';
import { limitRoutes } from '../services/limits/routes';
import { logSearchRoutes } from '../services/log-search/routes';
import { logValueRoutes } from '../services/log-values/routes';
import { logViewRoutes } from '../services/log-views/routes';
import { logRoutes } from '../services/logs/routes';
import { toolRoutes } from '../services/mcp/routes';
import { mockRoutes } from '../services/mock/routes';
import { modelPriceRoutes } from '../services/model-prices/routes';
import { modelRoutes } from '../services/models/routes';
import { openApiDocument } from '../services/openapi/openapi';
import { getOpenApiEndpoint } from '../services/openapi/openapi-endpoint';
import { schemaRoutes } from '../services/openapi/routes';
import { operationsRoutes } from '../services/operations/routes';
import { webhookRoutes } from '../services/outgoing-webhooks/routes';
import { sentEvents } from '../services/outgoing-webhooks/sent-event';
import { overviewRoutes } from '../services/overview/routes';
import { pinRoutes } from '../services/pins/routes';
import { proposalRoutes } from '../services/proposals/routes';
import { redactionRoutes } from '../services/redaction/routes';
import { rehearsalRoutes } from '../services/rehearsal/routes';
import { removalRoutes } from '../services/removal/routes';
import { replayRoutes } from '../services/replay/routes';
import { requestLibraryRoutes } from '../services/request-library/routes';
import { retentionRoutes } from '../services/retention/routes';
import { coverageRoutes } from '../services/run-coverage/routes';
import { runLimitRoutes } from '../services/run-limits/routes';
import { runTestRoutes } from '../services/run-tests/routes';
import { runRoutes } from '../services/runs/api/routes';
import { scheduleRoutes } from '../services/schedules/routes';
import { serverOutageRoutes } from '../services/server-outages/routes';
import { setupRoutes } from '../services/setup/routes';
import { sharedEditRoutes } from '../services/shared-edits/routes';
import { variableRoutes } from '../services/variables/routes';
import { versionRoutes } from '../services/versions/routes';
import { workflowActivityRoutes } from '../services/workflow-activity/routes';
import { workflowRoutes } from '../services/workflows/routes';
import { workspaceRoutes } from '../services/workspaces/routes';

/**
 * All operations of the API, room by room: an endpoint is a line in its room's `routes.ts`. Both entry
 * points and the OpenAPI document use this list.
 */
export const routes: readonly Operation[] = [
  ...operationsRoutes,
  ...workflowRoutes,
  ...workflowActivityRoutes,
  ...sharedEditRoutes,
  ...commentRoutes,
  ...removalRoutes,
  ...versionRoutes,
  ...holdRoutes,
  ...budgetRoutes,
  ...serverOutageRoutes,
  ...replayRoutes,
  ...runLimitRoutes,
  ...laterTryRoutes,
  ...runTestRoutes,
  ...mockRoutes,
  ...proposalRoutes,
  ...rehearsalRoutes,
  ...coverageRoutes,
  ...hookRoutes,
  ...chatRoutes,
  ...toolRoutes,
  ...scheduleRoutes,
  ...auditRoutes,
  ...failureNoticeRoutes,
  ...redactionRoutes,
  ...retentionRoutes,
  ...runRoutes,
  ...pinRoutes,
  ...importRoutes,
  ...modelRoutes,
  ...logRoutes,
  ...bulkRoutes,
  ...logSearchRoutes,
  ...logValueRoutes,
  ...logViewRoutes,
  ...requestLibraryRoutes,
  ...assistantRoutes,
  ...overviewRoutes,
  ...driftRoutes,
  ...errorGroupRoutes,
  ...effectRoutes,
  ...folderRoutes,
  ...variableRoutes,
  ...modelPriceRoutes,
  ...connectionRoutes,
  ...webhookRoutes,
  ...workspaceRoutes,
  ...limitRoutes,
  ...alertRoutes,
  ...apiKeyRoutes,
  ...setupRoutes,
  ...accountRoutes,
  ...demoRoutes,
  ...healthRoutes,
  ...schemaRoutes,
  publicOperation(getOpenApiEndpoint, async () => new Reply(openApiText(), 200, { ...OPEN_API_HEADERS })),
];

/** Before it, operations without `v1` in their path were for pages alone. */
const MOVED_AT = '2026-11-30T00:00:00Z';

/** Operations at addresses of previous versions, which are served and no longer documented. */
export const formerRoutes: readonly Operation[] = [...formerAlertRoutes, ...routes.flatMap(atFormerPath)];

function atFormerPath(operation: Operation): Operation[] {
  const { movedFrom, ...endpoint } = operation.endpoint;
  if (movedFrom === undefined) return [];
  const former = { since: MOVED_AT, successor: endpoint.path };
  return [{ ...operation, endpoint: { ...endpoint, path: movedFrom, former } }];
}

const OPEN_API_HEADERS = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' };
let openApi: string | undefined;

/** Serialized once per process, because anybody may request it as often as they like. */
function openApiText(): string {
  openApi ??= JSON.stringify(openApiDocument(routes, new URL(env().NEXTAUTH_URL).origin, sentEvents));
  return openApi;
}
