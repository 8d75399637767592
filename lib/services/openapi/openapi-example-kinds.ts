import { EXAMPLE_VALUES } from './openapi-example-values';

type Values = Readonly<Record<string, readonly unknown[]>>;

const { workflowId, logId, testId, webhookId, deliveryId, redeliveryId, eventId } = EXAMPLE_VALUES as Record<
  'workflowId' | 'logId' | 'testId' | 'webhookId' | 'deliveryId' | 'redeliveryId' | 'eventId',
  readonly unknown[]
>;
const API_KEY = 'millrace_live_Jm2kXn0uQ7dR4tYwZ8sB1cV5fH9gL3pA';
const ORIGIN = 'https://millrace.example.com';
const header = { name: ['content-type'], value: ['application/json'] };
const workflow: Values = { id: workflowId };
const log: Values = { id: logId };
const runTest: Values = { id: testId };
const folder: Values = { id: ['0199f2a4-7d10-7b42-9e63-4c8d1f0a5b26'], name: ['Invoices'] };
const alert: Values = { id: ['0199f2d3-5c81-7e09-a4b7-2d6f9c1e8a30'], name: ['Failed orders'] };
const budget: Values = { id: ['019a8f42-4d93-7f27-8a6e-5cb13e8f7a44'] };
const errorGroup: Values = { id: ['019a8f3e-4d21-7c8a-9b36-1f5e7a2c8d40'] };
const bulkJob: Values = { id: ['019a8f40-2b71-7d05-8e4c-3a9f1c6e5d22'] };
const serverOutage: Values = { id: ['019a8f41-3c82-7e16-9f5d-4ba02d7f6e33'] };
const variable: Values = { name: ['API_TOKEN'] };
const webhook: Values = { id: webhookId };
const delivery: Values = { id: deliveryId };
const workspace: Values = { id: EXAMPLE_VALUES.workspaceId!, name: ['Mill'] };
const apiKey: Values = {
  id: ['0199f2d8-3a60-7c14-8b95-6e2f1d0c9b84'],
  name: ['Nightly import'],
  secret: [API_KEY],
};
const invitation: Values = { id: ['0199f2d9-5b71-7d25-9ca6-7f302e1d0c95'] };
const connection: Values = {
  id: ['0199f2da-7c82-7e36-8db7-80413f2e1da6'],
  name: ['Calendar'],
  url: ['https://auth.example.com/token'],
  scopes: ['calendar.read'],
  key: ['prompt'],
  value: ['consent'],
  text: ['expired_token'],
  secret: ['correct-Horse_battery.staple/42'],
};
const request: Values = { id: ['019a8f3c-6e02-7f38-b5d4-9a1c7e3f6d80'], reason: [null], ...header };

/**
 * Example values that differ from those of other kinds of things. A kind is the name of a component, a segment
 * of a path before a parameter, or the tag of an operation.
 */
export const VALUES_OF_KIND: Readonly<Record<string, Values>> = {
  Workflow: workflow,
  WorkflowSummary: workflow,
  workflows: workflow,
  DeletedWorkflow: workflow,
  DeletedFolder: folder,
  'deleted-folders': folder,
  DeletedWebhook: webhook,
  'deleted-webhooks': webhook,
  'deleted-workflows': workflow,
  LogSummary: log,
  LogDetail: log,
  ExportedLog: log,
  FoundLog: log,
  logs: log,
  RunTest: runTest,
  RunTestDetail: runTest,
  Folder: folder,
  Folders: folder,
  folders: folder,
  AlertRule: alert,
  Alerts: alert,
  alerts: alert,
  AlertEvent: {
    id: ['019a8f3d-0b47-7c65-8e12-f3a90d6b5c71'],
    summary: ['3 runs failed within 5 minutes.'],
  },
  Budget: budget,
  budgets: budget,
  Comment: { id: EXAMPLE_VALUES.commentId!, name: ['Ada'] },
  CommentThread: { id: EXAMPLE_VALUES.threadId!, name: ['Ada'] },
  ErrorGroupComment: { id: ['019a9c24-8d73-7266-818f-c3a4b5c6d7e8'], name: ['Ada'] },
  LogView: { id: EXAMPLE_VALUES.viewId! },
  RequestLibrary: { id: EXAMPLE_VALUES.libraryId! },
  ErrorGroup: errorGroup,
  ErrorGroupDetail: errorGroup,
  'error-groups': errorGroup,
  BulkJob: bulkJob,
  ServerOutage: serverOutage,
  ComposedWebhookEvent: { id: eventId },
  BulkJobDetail: bulkJob,
  bulk: bulkJob,
  AuditEvent: { id: ['019a8f3d-1c58-7d76-9f23-04ba1e7c6d82'], name: ['Ada'] },
  Variable: variable,
  Variables: variable,
  variables: variable,
  Webhook: webhook,
  webhooks: webhook,
  WebhookDelivery: delivery,
  WebhookDeliveryDetail: delivery,
  WebhookAttempt: { id: ['019a8f3c-7a15-7b29-8d3e-5f6a7b8c9d0e'] },
  WebhookRedelivery: { id: redeliveryId },
  WebhookEvent: { id: eventId },
  HookAddress: { url: [`${ORIGIN}/hooks/Jm2kXn0uQ7dR4tYwZ8sB1g`] },
  HookRequestSummary: request,
  HookRequestDetail: request,
  requests: { requestId: request.id! },
  OfferedTool: { url: [`${ORIGIN}/mcp/${EXAMPLE_VALUES.workspaceId![0]}`] },
  PreparedRequest: { url: ['https://api.example.com/greetings'], ...header },
  BlockPreview: header,
  Workspace: workspace,
  Workspaces: workspace,
  workspaces: workspace,
  Member: { name: ['Ada'] },
  Invitation: invitation,
  invitations: invitation,
  members: { userId: EXAMPLE_VALUES.userId! },
  ApiKey: apiKey,
  'API keys': apiKey,
  'api-keys': apiKey,
  Connection: connection,
  EditedConnection: connection,
  Connections: connection,
  connections: connection,
  TraceSpan: { id: ['greeting'], name: ['greeting'] },
};
