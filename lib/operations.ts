import { apiKeyRoutes } from './api-keys/routes';
import { publicOperation } from './auth/operation';
import { accountRoutes } from './auth/routes';
import { demoRoutes } from './demo/routes';
import { env } from './env';
import { folderRoutes } from './folders/routes';
import { healthRoutes } from './health/routes';
import { openApiDocument } from './http/openapi';
import { getOpenApiEndpoint } from './http/openapi-endpoint';
import type { Operation } from './http/operation';
import { Reply } from './http/reply';
import { importRoutes } from './imports/routes';
import { limitRoutes } from './limits/routes';
import { logRoutes } from './logs/routes';
import { removalRoutes } from './removal/routes';
import { runRoutes } from './runs/routes';
import { setupRoutes } from './setup/routes';
import { variableRoutes } from './variables/routes';
import { webhookRoutes } from './webhooks/routes';
import { completedEvent } from './webhooks/sent-event';
import { workflowRoutes } from './workflows/routes';
import { workspaceRoutes } from './workspaces/routes';

/**
 * Everything the API does, room by room: an endpoint is a line in its room's `routes.ts`. Both ways in and
 * the OpenAPI document are drawn from this list.
 */
export const operations: readonly Operation[] = [
  ...workflowRoutes,
  ...removalRoutes,
  ...runRoutes,
  ...importRoutes,
  ...logRoutes,
  ...folderRoutes,
  ...variableRoutes,
  ...webhookRoutes,
  ...workspaceRoutes,
  ...limitRoutes,
  ...apiKeyRoutes,
  ...setupRoutes,
  ...accountRoutes,
  ...demoRoutes,
  ...healthRoutes,
  publicOperation(getOpenApiEndpoint, async () => new Reply(openApiText(), 200, { ...OPEN_API_HEADERS })),
];

const OPEN_API_HEADERS = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' };
let openApi: string | undefined;

/** Written once a process: anybody may ask for it as often as they like. */
function openApiText(): string {
  openApi ??= JSON.stringify(
    openApiDocument(operations, new URL(env().NEXTAUTH_URL).origin, [completedEvent]),
  );
  return openApi;
}
