/** Addresses of the product's pages. */

export const workspacePath = (workspaceId: string) => `/w/${workspaceId}`;

export const workflowPath = (workspaceId: string, workflowId: string) =>
  `/w/${workspaceId}/workflows/${workflowId}`;

/** The editor with one of the workflow's blocks open. */
export const blockPath = (workspaceId: string, workflowId: string, blockId: string) =>
  `${workflowPath(workspaceId, workflowId)}?block=${encodeURIComponent(blockId)}`;

/** The editor with the comments open at one thread. */
export const commentPath = (workspaceId: string, workflowId: string, threadId: string) =>
  `${workflowPath(workspaceId, workflowId)}?comments=${encodeURIComponent(threadId)}`;

/** The editor with the workflow's tests open. */
export const testsPath = (workspaceId: string, workflowId: string) =>
  `${workflowPath(workspaceId, workflowId)}?tests=list`;

/** The editor with a proposal for the workflow over it. */
export const proposalPath = (workspaceId: string, workflowId: string, proposalId: string) =>
  `${workflowPath(workspaceId, workflowId)}?proposals=${proposalId}`;

/** The editor with a published version over it. */
export const versionPath = (workspaceId: string, workflowId: string, version: number) =>
  `${workflowPath(workspaceId, workflowId)}?versions=${version}`;

/** The editor with a past run on the canvas and, optionally, one of its blocks open. */
export const runOnCanvasPath = (workspaceId: string, workflowId: string, logId: string, blockId?: string) =>
  `${workflowPath(workspaceId, workflowId)}?run=${encodeURIComponent(logId)}${
    blockId === undefined ? '' : `&block=${encodeURIComponent(blockId)}`
  }`;

/** The first guide. */
export const GUIDES_PATH = '/docs/guide/first-workflow';

/** The guide's section about a problem or error code; every code has a heading there. */
export const errorGuidePath = (code: string) => `/docs/guide/error-codes#${code.toLowerCase()}`;

export const logsPath = (workspaceId: string) => `/w/${workspaceId}/logs`;

export const logsOfWorkflowPath = (workspaceId: string, workflowId: string) =>
  `${logsPath(workspaceId)}?workflowIds=${encodeURIComponent(workflowId)}`;

export const logsOfTagPath = (workspaceId: string, tag: string) =>
  `${logsPath(workspaceId)}?tags=${encodeURIComponent(tag)}`;

/** The logs of a workflow's failed runs. */
export const failedLogsOfWorkflowPath = (workspaceId: string, workflowId: string) =>
  `${logsOfWorkflowPath(workspaceId, workflowId)}&statuses=error`;

/** The failures of a workspace by cause. */
export const errorsPath = (workspaceId: string) => `/w/${workspaceId}/errors`;

export const errorGroupPath = (workspaceId: string, groupId: string) =>
  `${errorsPath(workspaceId)}?error=${encodeURIComponent(groupId)}`;

/** The error of one failed run, with all runs that failed in the same way. */
export const errorOfLogPath = (workspaceId: string, logId: string) =>
  `${errorsPath(workspaceId)}?log=${encodeURIComponent(logId)}`;

/** The page of what runs wrote to other servers, for a tag if one is given. */
export const effectsPath = (workspaceId: string, tag = '') =>
  `/w/${workspaceId}/effects${tag === '' ? '' : `?tag=${encodeURIComponent(tag)}`}`;

/** The jobs over many runs. */
export const bulkPath = (workspaceId: string) => `/w/${workspaceId}/bulk`;

/** The same with the report of one open. */
export const bulkJobPath = (workspaceId: string, jobId: string) =>
  `${bulkPath(workspaceId)}?job=${encodeURIComponent(jobId)}`;

/** The page of waits that need an answer. */
export const inboxPath = (workspaceId: string) => `/w/${workspaceId}/waiting`;

/** A run in progress, by its execution; once it has ended, its log. */
export const runPath = (workspaceId: string, executionId: string) =>
  `/w/${workspaceId}/runs/${encodeURIComponent(executionId)}`;

export const overviewPath = (workspaceId: string) => `/w/${workspaceId}/overview`;

export const logPath = (workspaceId: string, logId: string) =>
  `/w/${workspaceId}/logs?log=${encodeURIComponent(logId)}`;

/** The page of one run. `search`: the filters of the list it came from, without `?`. */
export const logPagePath = (workspaceId: string, logId: string, search = '') =>
  `${logsPath(workspaceId)}/${encodeURIComponent(logId)}${search === '' ? '' : `?${search}`}`;

export const compareLogsPath = (workspaceId: string, earlierId: string, laterId: string) =>
  `${logsPath(workspaceId)}/compare?${new URLSearchParams({ a: earlierId, b: laterId })}`;

export const webhooksPath = (workspaceId: string) => `/w/${workspaceId}/webhooks`;

/** The page under the panel: a workflow's editor, or the list of all where it concerns all workflows (null). */
const underWebhookPanel = (workspaceId: string, workflowId: string | null) =>
  workflowId === null ? webhooksPath(workspaceId) : workflowPath(workspaceId, workflowId);

/** The panel with the form of a new subscription to a workflow, or to all (null). */
export const newWebhookPath = (workspaceId: string, workflowId: string | null) =>
  `${underWebhookPanel(workspaceId, workflowId)}?webhooks=new`;

/** The panel over a workflow's editor with all its subscriptions. */
export const workflowWebhooksPath = (workspaceId: string, workflowId: string) =>
  `${workflowPath(workspaceId, workflowId)}?webhooks=list`;

/** The panel with one subscription, and one of its deliveries open. */
export const webhookPath = (
  workspaceId: string,
  workflowId: string | null,
  webhookId: string,
  deliveryId?: string,
) =>
  `${underWebhookPanel(workspaceId, workflowId)}?webhooks=${encodeURIComponent(webhookId)}${
    deliveryId === undefined ? '' : `&delivery=${encodeURIComponent(deliveryId)}`
  }`;

/**
 * The settings' navigation and the command palette are built from this list. A new page also needs
 * `app/(app)/w/[workspaceId]/settings/<id>/page.tsx`, a component in components/settings, and its id in the
 * test `settings: no violation` (e2e/accessibility.spec.ts).
 */
const SETTINGS_SECTIONS = [
  { id: 'general', title: 'Workspace' },
  { id: 'members', title: 'Members' },
  { id: 'variables', title: 'Variables' },
  { id: 'connections', title: 'Connections' },
  { id: 'alerts', title: 'Alerts' },
  { id: 'budgets', title: 'Budgets' },
  { id: 'audit', title: 'Audit' },
  { id: 'data', title: 'Data' },
  { id: 'deleted', title: 'Recently deleted' },
  { id: 'assistant', title: 'Assistant' },
  { id: 'model-prices', title: 'Model prices' },
  { id: 'plan', title: 'Plan and usage' },
  { id: 'api-keys', title: 'API keys' },
  { id: 'profile', title: 'Profile' },
  { id: 'operations', title: 'Operations' },
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['id'];

/** The sections that somebody may open: the last is for the owner of the installation. */
export const settingsSectionsOf = ({ ownsInstallation }: { ownsInstallation: boolean }) =>
  SETTINGS_SECTIONS.filter(({ id }) => id !== 'operations' || ownsInstallation);

export const settingsPath = (workspaceId: string, section: SettingsSection = 'general') =>
  `/w/${workspaceId}/settings/${section}`;

export const signInPath = (next?: string) =>
  next ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in';
