import { createApiKey } from './api-keys/create-api-key';
import {
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  renameApiKeyEndpoint,
  revokeApiKeyEndpoint,
  rotateApiKeyEndpoint,
} from './api-keys/endpoints';
import { listApiKeys } from './api-keys/list-api-keys';
import { renameApiKey } from './api-keys/rename-api-key';
import { revokeApiKey } from './api-keys/revoke-api-key';
import { rotateApiKey } from './api-keys/rotate-api-key';
import { changePassword } from './auth/change-password';
import { createOwner } from './auth/create-owner';
import {
  changePasswordEndpoint,
  createOwnerEndpoint,
  getMeEndpoint,
  getPasswordResetEndpoint,
  getSetupEndpoint,
  resetPasswordEndpoint,
  signOutEverywhereEndpoint,
  updateMeEndpoint,
} from './auth/endpoints';
import { getMe } from './auth/get-me';
import { getSetup } from './auth/get-setup';
import { getPasswordReset, resetPassword } from './auth/reset-password';
import { signOutEverywhere } from './auth/sessions';
import { updateMe } from './auth/update-me';
import { greetEndpoint } from './demo/endpoints';
import { greet } from './demo/greet';
import { env } from './env';
import { createFolder } from './folders/create-folder';
import { deleteFolder } from './folders/delete-folder';
import {
  createFolderEndpoint,
  deleteFolderEndpoint,
  listFoldersEndpoint,
  updateFolderEndpoint,
} from './folders/endpoints';
import { listFolders } from './folders/list-folders';
import { updateFolder } from './folders/update-folder';
import { checkReadiness } from './health/check-readiness';
import { getHealthEndpoint, getReadinessEndpoint } from './health/endpoints';
import { openApiDocument } from './http/openapi';
import { getOpenApiEndpoint } from './http/openapi-endpoint';
import { type Operation, operation, publicOperation } from './http/operation';
import { Reply, reply } from './http/reply';
import { fetchDocumentEndpoint } from './imports/endpoints';
import { fetchDocument } from './imports/fetch-document';
import { getWorkspacePlanEndpoint, setWorkspacePlanEndpoint } from './limits/endpoints';
import { getWorkspacePlan } from './limits/get-workspace-plan';
import { setWorkspacePlan } from './limits/set-plan';
import {
  getExecutionDetailEndpoint,
  getLogEndpoint,
  getLogFileEndpoint,
  listLogsEndpoint,
  pageOf,
} from './logs/endpoints';
import { exportLogs, wantsExport } from './logs/export-logs';
import { getExecutionDetail, getLog } from './logs/get-log';
import { getLogFile } from './logs/get-log-file';
import { listLogs } from './logs/list-logs';
import { readLargeAlone } from './runs/alone-elsewhere';
import {
  cancelExecutionEndpoint,
  executeWorkflowEndpoint,
  getExecutionEndpoint,
  getLastOutputsEndpoint,
  getRecordedRequestEndpoint,
  previewBlockEndpoint,
  sendBlockEndpoint,
} from './runs/endpoints';
import { executeWorkflow, readLargeStart } from './runs/execute-workflow';
import { cancelExecution, getExecution } from './runs/get-execution';
import { getLastOutputs } from './runs/last-outputs';
import { previewBlock } from './runs/preview-block';
import { getRecordedRequest } from './runs/recorded-request';
import { sendBlock } from './runs/send-block';
import { deleteVariable } from './variables/delete-variable';
import { deleteVariableEndpoint, listVariablesEndpoint, setVariableEndpoint } from './variables/endpoints';
import { listVariables } from './variables/list-variables';
import { setVariable } from './variables/set-variable';
import { webhookApiOperations } from './webhooks/api-operations';
import { createWebhook } from './webhooks/create-webhook';
import { deleteWebhook } from './webhooks/delete-webhook';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDeliveryEndpoint,
  getRedeliveryEndpoint,
  getWebhookEndpoint,
  listDeliveriesEndpoint,
  listExecutionDeliveriesEndpoint,
  listWebhooksEndpoint,
  previewWebhookPayloadEndpoint,
  redeliverEndpoint,
  redeliverFailedEndpoint,
  removeWebhookSecretEndpoint,
  sendTestDeliveryEndpoint,
  setWebhookActiveEndpoint,
  setWebhookSecretEndpoint,
  updateWebhookEndpoint,
  verifyReceiverEndpoint,
} from './webhooks/endpoints';
import { getDelivery } from './webhooks/get-delivery';
import { getWebhook } from './webhooks/get-webhook';
import { listDeliveries } from './webhooks/list-deliveries';
import { listExecutionDeliveries } from './webhooks/list-execution-deliveries';
import { listWebhooks } from './webhooks/list-webhooks';
import { previewPayload } from './webhooks/preview-payload';
import { redeliver } from './webhooks/redeliver';
import { getRedelivery, redeliverFailed } from './webhooks/redeliver-failed';
import { sendTest } from './webhooks/send-test';
import { completedEvent } from './webhooks/sent-event';
import { setWebhookActive } from './webhooks/set-webhook-active';
import { removeWebhookSecret, setWebhookSecret } from './webhooks/set-webhook-secret';
import { updateWebhook } from './webhooks/update-webhook';
import { verifyReceiver } from './webhooks/verify-receiver';
import { countWorkflowEnds, countWorkspaceEnds } from './workflows/count-what-ends';
import { createWorkflow } from './workflows/create-workflow';
import { deleteWorkflow } from './workflows/delete-workflow';
import {
  countWorkflowEndsEndpoint,
  createWorkflowEndpoint,
  deleteWorkflowEndpoint,
  getWorkflowEndpoint,
  listWorkflowsEndpoint,
  saveWorkflowEndpoint,
  updateWorkflowEndpoint,
} from './workflows/endpoints';
import { getWorkflow } from './workflows/get-workflow';
import { listWorkflows } from './workflows/list-workflows';
import { saveWorkflow } from './workflows/save-workflow';
import { updateWorkflow } from './workflows/update-workflow';
import { acceptInvitation } from './workspaces/accept-invitation';
import { changeMemberRole } from './workspaces/change-member-role';
import { createInvitation } from './workspaces/create-invitation';
import { createWorkspace } from './workspaces/create-workspace';
import { deleteWorkspace } from './workspaces/delete-workspace';
import {
  acceptInvitationEndpoint,
  changeMemberRoleEndpoint,
  countWorkspaceEndsEndpoint,
  createInvitationEndpoint,
  createWorkspaceEndpoint,
  deleteWorkspaceEndpoint,
  getInvitationEndpoint,
  listInvitationsEndpoint,
  listMembersEndpoint,
  listWorkspacesEndpoint,
  removeMemberEndpoint,
  renameWorkspaceEndpoint,
  revokeInvitationEndpoint,
} from './workspaces/endpoints';
import { getInvitation } from './workspaces/get-invitation';
import { listInvitations } from './workspaces/list-invitations';
import { listMembers } from './workspaces/list-members';
import { listWorkspaces } from './workspaces/list-workspaces';
import { removeMember } from './workspaces/remove-member';
import { renameWorkspace } from './workspaces/rename-workspace';
import { revokeInvitation } from './workspaces/revoke-invitation';

/** Everything the API does. The custom server, Next's route and the OpenAPI document are all drawn from this list. */
export const operations: readonly Operation[] = [
  operation(listWorkflowsEndpoint, (actor, { query }) => listWorkflows(actor, query)),
  operation(createWorkflowEndpoint, (actor, { body }) => createWorkflow(actor, body)),
  operation(getWorkflowEndpoint, (actor, { params }) => getWorkflow(actor, params)),
  operation(saveWorkflowEndpoint, (actor, { params, body }) => saveWorkflow(actor, { ...body, ...params })),
  operation(updateWorkflowEndpoint, (actor, { params, body }) =>
    updateWorkflow(actor, { ...body, ...params }),
  ),
  operation(deleteWorkflowEndpoint, async (actor, { params }) => void (await deleteWorkflow(actor, params))),
  operation(countWorkflowEndsEndpoint, (actor, { params }) => countWorkflowEnds(actor, params)),

  operation(executeWorkflowEndpoint, executeWorkflow, { readLargeBody: readLargeStart }),
  operation(getExecutionEndpoint, (actor, { params }) => getExecution(actor, params.id)),
  operation(cancelExecutionEndpoint, (actor, { params }) => cancelExecution(actor, params.id)),

  operation(sendBlockEndpoint, (actor, input, { signal }) => sendBlock(actor, input, signal), {
    readLargeBody: readLargeAlone,
  }),
  operation(previewBlockEndpoint, (actor, input, { signal }) => previewBlock(actor, input, signal), {
    readLargeBody: readLargeAlone,
  }),
  operation(getLastOutputsEndpoint, (actor, { params }) => getLastOutputs(actor, params)),
  operation(getRecordedRequestEndpoint, (actor, { params }) => getRecordedRequest(actor, params)),

  operation(fetchDocumentEndpoint, (actor, { params, body }, { signal }) =>
    fetchDocument(actor, { ...body, ...params }, signal),
  ),

  operation(listLogsEndpoint, (actor, { query }, context) =>
    wantsExport(context) ? exportLogs(actor, query, context) : listLogs(actor, pageOf(query)),
  ),
  operation(getLogEndpoint, (actor, { params }) => getLog(actor, params.id)),
  operation(getLogFileEndpoint, (actor, { params }, { header }) => getLogFile(actor, params, header)),
  operation(getExecutionDetailEndpoint, (actor, { params }) => getExecutionDetail(actor, params.executionId)),

  operation(listFoldersEndpoint, (actor, { query }) => listFolders(actor, query)),
  operation(createFolderEndpoint, (actor, { body }) => createFolder(actor, body)),
  operation(updateFolderEndpoint, (actor, { params, body }) => updateFolder(actor, { ...body, ...params })),
  operation(deleteFolderEndpoint, async (actor, { params }) => void (await deleteFolder(actor, params))),

  operation(listVariablesEndpoint, (actor, { params }) => listVariables(actor, params)),
  operation(setVariableEndpoint, (actor, { params, body }) => setVariable(actor, { ...body, ...params })),
  operation(deleteVariableEndpoint, async (actor, { params }) => void (await deleteVariable(actor, params))),

  operation(listWebhooksEndpoint, (actor, { params, query }) => listWebhooks(actor, { ...query, ...params })),
  operation(createWebhookEndpoint, (actor, { params, body }) => createWebhook(actor, { ...body, ...params })),
  operation(getWebhookEndpoint, (actor, { params }) => getWebhook(actor, params)),
  operation(updateWebhookEndpoint, (actor, { params, body }) => updateWebhook(actor, { ...body, ...params })),
  operation(deleteWebhookEndpoint, async (actor, { params }) => void (await deleteWebhook(actor, params))),
  operation(setWebhookActiveEndpoint, (actor, { params, body }) =>
    setWebhookActive(actor, { ...body, ...params }),
  ),
  operation(setWebhookSecretEndpoint, (actor, { params, body }) =>
    setWebhookSecret(actor, { ...body, ...params }),
  ),
  operation(removeWebhookSecretEndpoint, (actor, { params }) => removeWebhookSecret(actor, params)),
  operation(previewWebhookPayloadEndpoint, (actor, { params, body }) =>
    previewPayload(actor, { ...body, ...params }),
  ),
  operation(sendTestDeliveryEndpoint, (actor, { params }) => sendTest(actor, params)),
  operation(verifyReceiverEndpoint, (actor, { params }) => verifyReceiver(actor, params)),
  operation(listDeliveriesEndpoint, (actor, { params, query }) =>
    listDeliveries(actor, { ...query, ...params }),
  ),
  operation(getDeliveryEndpoint, (actor, { params }) => getDelivery(actor, params)),
  operation(redeliverEndpoint, (actor, { params }) => redeliver(actor, params)),
  operation(redeliverFailedEndpoint, (actor, { params, body }) =>
    redeliverFailed(actor, { ...body, ...params }),
  ),
  operation(getRedeliveryEndpoint, (actor, { params }) => getRedelivery(actor, params)),
  operation(listExecutionDeliveriesEndpoint, (actor, { params }) => listExecutionDeliveries(actor, params)),

  ...webhookApiOperations,

  operation(listWorkspacesEndpoint, (actor) => listWorkspaces(actor)),
  operation(createWorkspaceEndpoint, (actor, { body }) => createWorkspace(actor, body)),
  operation(renameWorkspaceEndpoint, (actor, { params, body }) =>
    renameWorkspace(actor, { ...body, ...params }),
  ),
  operation(
    deleteWorkspaceEndpoint,
    async (actor, { params, body }) => void (await deleteWorkspace(actor, { ...body, ...params })),
  ),
  operation(countWorkspaceEndsEndpoint, (actor, { params }) => countWorkspaceEnds(actor, params)),
  operation(getWorkspacePlanEndpoint, (actor, { params }) => getWorkspacePlan(actor, params)),
  operation(setWorkspacePlanEndpoint, (actor, { params, body }) =>
    setWorkspacePlan(actor, { ...body, ...params }),
  ),
  operation(listMembersEndpoint, (actor, { params }) => listMembers(actor, params)),
  operation(changeMemberRoleEndpoint, (actor, { params, body }) =>
    changeMemberRole(actor, { ...body, ...params }),
  ),
  operation(removeMemberEndpoint, async (actor, { params }) => void (await removeMember(actor, params))),
  operation(listInvitationsEndpoint, (actor, { params }) => listInvitations(actor, params)),
  operation(createInvitationEndpoint, (actor, { params, body }) =>
    createInvitation(actor, { ...body, ...params }),
  ),
  operation(
    revokeInvitationEndpoint,
    async (actor, { params }) => void (await revokeInvitation(actor, params)),
  ),
  publicOperation(getInvitationEndpoint, (_, { params }) => getInvitation(params)),
  publicOperation(acceptInvitationEndpoint, (actor, { params, body }) =>
    acceptInvitation(actor, { ...body, ...params }),
  ),

  operation(listApiKeysEndpoint, (actor) => listApiKeys(actor)),
  operation(createApiKeyEndpoint, (actor, { body }) => createApiKey(actor, body)),
  operation(renameApiKeyEndpoint, (actor, { params, body }) => renameApiKey(actor, { ...body, ...params })),
  operation(rotateApiKeyEndpoint, (actor, { params, body }) => rotateApiKey(actor, { ...body, ...params })),
  operation(revokeApiKeyEndpoint, async (actor, { params }) => void (await revokeApiKey(actor, params))),

  publicOperation(getSetupEndpoint, () => getSetup()),
  publicOperation(createOwnerEndpoint, (_, { body }, context) => createOwner(body, context)),
  operation(getMeEndpoint, (actor) => getMe(actor)),
  operation(updateMeEndpoint, (actor, { body }) => updateMe(actor, body)),
  operation(changePasswordEndpoint, async (actor, { body }) =>
    reply(undefined, 204, { 'set-cookie': await changePassword(actor, body) }),
  ),
  operation(signOutEverywhereEndpoint, async (actor) =>
    reply(undefined, 204, { 'set-cookie': await signOutEverywhere(actor) }),
  ),
  publicOperation(getPasswordResetEndpoint, (_, { params }) => getPasswordReset(params)),
  publicOperation(resetPasswordEndpoint, (_, { params, body }) => resetPassword({ ...body, ...params })),

  publicOperation(greetEndpoint, async (_, { body }) => greet(body)),
  publicOperation(getHealthEndpoint, async () => ({ status: 'ok' as const })),
  publicOperation(getReadinessEndpoint, () => checkReadiness()),
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
