import { z } from 'zod';
import { CONCEALED, mapUrlCredentials } from '../core/references/credentials';
import { isId } from '../platform/ids';
import {
  deleteAlertEndpoint,
  listAlertsEndpoint,
  putAlertEndpoint,
  updateAlertEndpoint,
} from '../services/alerts/endpoints';
import { type AlertRule, AlertSettings, refuseLongWindow } from '../services/alerts/schema';
import {
  deleteConnectionEndpoint,
  listConnectionsEndpoint,
  putConnectionEndpoint,
  updateConnectionEndpoint,
} from '../services/connections/endpoints';
import {
  type Connection,
  ConnectionSettings,
  type EditedConnection,
  hasOAuth,
} from '../services/connections/schema';
import {
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  putWebhookEndpoint,
  updateWebhookEndpoint,
} from '../services/outgoing-webhooks/endpoints';
import { NewWebhookSettings, type Webhook } from '../services/outgoing-webhooks/schema';
import { defineKind, type Listed, type Place, type Sending } from './kept-kind';
import { RefusedFile } from './kept-set';

const concealed = (url: string): string => mapUrlCredentials(url, () => CONCEALED);

function listedConnection(connection: Connection): Listed<ConnectionSettings> {
  const { id, externalId, hasSecret, state, renews, lastError, ...shown } = connection;
  const { expiresAt, connectedAt, connectedBy, ...content } = shown;
  return { id, externalId, name: content.name, content };
}

function editOf(settings: ConnectionSettings, secret: string | undefined): EditedConnection {
  if (hasOAuth(settings)) return secret === undefined ? settings : { ...settings, clientSecret: secret };
  return secret === undefined ? settings : { ...settings, secret };
}

export const connectionKind = defineKind({
  what: 'Connections',
  directory: 'connections',
  end: '.connection.json',
  schema: ConnectionSettings,
  async list({ client, workspaceId }: Place) {
    const { data } = await client.call(listConnectionsEndpoint, { params: { workspaceId } });
    return data.map(listedConnection);
  },
  async send(
    { client, workspaceId, config }: Place,
    { file, content, externalId, listed }: Sending<ConnectionSettings>,
  ) {
    const body = editOf(content, config.secretOf(file));
    if (externalId === null) {
      const params = { workspaceId, id: listed.id };
      const { data } = await client.call(updateConnectionEndpoint, { params, body });
      return { listed: listedConnection(data), changed: true };
    }
    const params = { workspaceId, externalId };
    const { data, changed } = await client.call(putConnectionEndpoint, { params, body });
    return { listed: listedConnection(data), changed };
  },
  remove: ({ client, workspaceId }: Place, id: string) =>
    client.call(deleteConnectionEndpoint, { params: { workspaceId, id } }),
});

const WebhookFile = NewWebhookSettings.extend({
  /** The file of the workflow that it covers; null: all of the workspace. */
  workflow: z.string().nullable().default(null),
});
type WebhookFile = z.infer<typeof WebhookFile>;

/** Takes the settings alone of what the API shows. */
const ShownWebhook = z.object(NewWebhookSettings.shape);
const ShownAlert = z.object(AlertSettings.shape);

function listedWebhook({ names }: Place, webhook: Webhook): Listed<WebhookFile> {
  const { id, externalId, name, workflowId, version } = webhook;
  const settings = ShownWebhook.parse({ ...webhook, url: concealed(webhook.url) });
  const workflow = workflowId === null ? null : (names.fileOf(workflowId) ?? workflowId);
  return { id, externalId, version, name: name || settings.url, content: { ...settings, workflow } };
}

/** @throws RefusedFile for a workflow that is not in the workspace */
function workflowIdOf({ names }: Place, file: string, workflow: string): string {
  const id = names.idOf(workflow) ?? (isId(workflow) ? workflow : undefined);
  if (id !== undefined) return id;
  throw new RefusedFile(`${file}: its workflow ${workflow} is not in the workspace.`);
}

export const webhookKind = defineKind({
  what: 'Webhooks',
  directory: 'webhooks',
  end: '.webhook.json',
  schema: WebhookFile,
  async list(place: Place) {
    const { client, workspaceId } = place;
    const { data } = await client.call(listWebhooksEndpoint, { query: { workspaceId } });
    return data.map((webhook) => listedWebhook(place, webhook));
  },
  async send(place: Place, { file, content, externalId, listed }: Sending<WebhookFile>) {
    const { client, workspaceId, config } = place;
    const { workflow, ...given } = content;
    const secret = config.secretOf(file);
    const values = config.headersOf(file);
    // Files have *** for the values of headers.
    const headers = given.headers.map(({ name, value }) => ({
      name,
      value: values.get(name.toLowerCase()) ?? value,
    }));
    const settings = { ...given, url: config.urlOf(file) ?? given.url, headers };
    const workflowId = workflow === null ? null : workflowIdOf(place, file, workflow);
    if (externalId === null) {
      if (secret !== undefined || workflow !== listed.content.workflow)
        throw new RefusedFile(
          `${file}: it was not created by push, so its secret and its workflow are changed in the workspace.`,
        );
      const body = { ...settings, version: listed.version ?? 1 };
      const { data } = await client.call(updateWebhookEndpoint, { params: { id: listed.id }, body });
      return { listed: listedWebhook(place, data), changed: true };
    }
    const signed = secret === undefined ? {} : { secret: { value: secret } };
    const body = { ...settings, workspaceId, workflowId, ...signed };
    const { data, changed } = await client.call(putWebhookEndpoint, { params: { externalId }, body });
    return { listed: listedWebhook(place, data), changed };
  },
  remove: ({ client }: Place, id: string) => client.call(deleteWebhookEndpoint, { params: { id } }),
  urlOf: ({ url }) => url,
  withUrl: (content, url) => ({ ...content, url }),
});

const AlertFile = z
  .strictObject(AlertSettings.shape)
  .omit({ workflowIds: true })
  .extend({
    /** The files of the workflows that it is about; none: all of the workspace. */
    workflows: z.array(z.string()).default([]),
  })
  .superRefine(refuseLongWindow);
type AlertFile = z.infer<typeof AlertFile>;

function listedAlert({ names }: Place, rule: AlertRule): Listed<AlertFile> {
  const { workflowIds, ...settings } = ShownAlert.parse(rule);
  const workflows = workflowIds.map((id) => names.fileOf(id) ?? id).toSorted();
  return { id: rule.id, externalId: rule.externalId, name: rule.name, content: { ...settings, workflows } };
}

const withAlertUrl = (content: AlertFile, url: string): AlertFile =>
  content.destination.kind === 'webhook' ? { ...content, destination: { kind: 'webhook', url } } : content;

export const alertKind = defineKind({
  what: 'Alerts',
  directory: 'alerts',
  end: '.alert.json',
  schema: AlertFile,
  async list(place: Place) {
    const { client, workspaceId } = place;
    const { data } = await client.call(listAlertsEndpoint, { query: { workspaceId } });
    return data.map((rule) => listedAlert(place, rule));
  },
  async send(place: Place, { file, content, externalId, listed }: Sending<AlertFile>) {
    const { client, workspaceId, config } = place;
    const url = config.urlOf(file);
    const { workflows, ...settings } = url === undefined ? content : withAlertUrl(content, url);
    const workflowIds = workflows.map((workflow) => workflowIdOf(place, file, workflow));
    const body = { ...settings, workflowIds };
    const { data, secret, changed } =
      externalId === null
        ? { ...(await client.call(updateAlertEndpoint, { params: { id: listed.id }, body })), changed: true }
        : await client.call(putAlertEndpoint, { params: { externalId }, body: { ...body, workspaceId } });
    const note = secret === null ? undefined : `its requests are signed with ${secret}, shown this once`;
    return { listed: listedAlert(place, data), changed, note };
  },
  remove: ({ client }: Place, id: string) => client.call(deleteAlertEndpoint, { params: { id } }),
  urlOf: ({ destination }) => (destination.kind === 'webhook' ? destination.url : undefined),
  withUrl: withAlertUrl,
});
