import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { cursorParam, integerParam, textParam } from '../../platform/http/query-params';
import { CHANGED, CREATED, ExternalId } from '../external-ids/schema';
import {
  AlertEvent,
  AlertRecipient,
  AlertRule,
  AlertSettings,
  MAX_EVENTS,
  NewAlert,
  RecipientPreview,
} from './schema';

const tag = 'Alerts';
const path = '/api/v1/alerts';
const OneRule = z.object({ id: z.string() });

export const listAlertsEndpoint = defineEndpoint({
  id: 'listAlerts',
  method: 'GET',
  path,
  summary: 'A workspace’s alert rules',
  description:
    'Rules look at logs of the last minutes, those of runs by hand apart, at the queue and at holds. They ' +
    'send an e-mail or a signed POST when their condition begins to hold.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({
    data: z.array(AlertRule),
    ...NEXT_CURSOR,
    canSendEmail: z.boolean().describe('Whether this server has a mail server.'),
  }),
});

export const createAlertEndpoint = defineEndpoint({
  id: 'createAlert',
  method: 'POST',
  path,
  summary: 'Create an alert rule',
  description:
    'Of a webhook, `secret` signs its requests as webhook notifications are; it is shown once. ' +
    'E-mail goes to members of the workspace whose address is verified, and to others once they have ' +
    'confirmed with a link that is sent to them.',
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  body: NewAlert,
  response: z.object({ data: AlertRule, secret: z.string().nullable() }),
  status: 201,
});

const KeptAlert = z.object({ data: AlertRule, secret: z.string().nullable(), changed: CHANGED });

export const putAlertEndpoint = defineEndpoint({
  id: 'putAlert',
  method: 'PUT',
  path: `${path}/by-external-id/{externalId}`,
  summary: 'Create an alert rule, or make it as given',
  description:
    'What is left out has its default. When nothing differs, nothing is written. `secret` is there when the ' +
    'server made one for a webhook, and never again.',
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  params: z.object({ externalId: ExternalId }),
  body: NewAlert,
  response: KeptAlert,
  otherResponses: { 201: { description: CREATED, schema: KeptAlert } },
});

export const updateAlertEndpoint = defineEndpoint({
  id: 'updateAlert',
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Change an alert rule',
  description:
    'What it is about to send is sent as it was. The shown form of a webhook’s URL leaves the URL as it is.',
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  params: OneRule,
  body: AlertSettings,
  response: z.object({ data: AlertRule, secret: z.string().nullable() }),
});

export const deleteAlertEndpoint = defineEndpoint({
  id: 'deleteAlert',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete an alert rule with its history',
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  params: OneRule,
  status: 204,
});

export const listAlertEventsEndpoint = defineEndpoint({
  id: 'listAlertEvents',
  method: 'GET',
  path: `${path}/{id}/events`,
  summary: 'What an alert rule has sent',
  description: 'The notifications of the last 30 days, the newest first.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: OneRule,
  query: z.strictObject({ limit: integerParam(1, MAX_EVENTS).default(MAX_EVENTS), cursor: cursorParam }),
  problems: ['cursor_invalid'],
  response: z.object({ data: z.array(AlertEvent), nextCursor: z.string().nullable() }),
});

export const testAlertEndpoint = defineEndpoint({
  id: 'testAlert',
  method: 'POST',
  path: `${path}/{id}/test`,
  summary: 'Send a test notification',
  description: 'Once, and waits for what comes of it.',
  tag,
  auth: 'key',
  scope: 'webhooks:write',
  params: OneRule,
  response: z.object({ data: AlertEvent }),
  problems: ['rate_limited'],
});

export const askAlertRecipientEndpoint = defineEndpoint({
  id: 'askAlertRecipient',
  method: 'POST',
  path: '/api/workspaces/{workspaceId}/alert-recipients',
  summary: 'Send the link again with which an address confirms that it wants alerts',
  description: 'An address that a rule of the workspace names. At most five a day to one address.',
  tag,
  auth: 'session',
  sessionOnly: {
    why: 'It sends an e-mail in a person’s name.',
    instead: 'A key may call POST /api/v1/alerts.',
  },
  params: z.object({ workspaceId: z.string() }),
  body: z.strictObject({ email: z.email('Enter an e-mail address.').max(254) }),
  response: z.object({ data: AlertRecipient }),
  problems: ['conflict', 'rate_limited'],
});

const WithToken = z.object({ token: z.string() });

export const getAlertRecipientEndpoint = defineEndpoint({
  id: 'getAlertRecipient',
  method: 'GET',
  path: '/api/alert-recipients/{token}',
  summary: 'What a link to confirm alerts is about',
  tag,
  auth: 'public',
  params: WithToken,
  response: RecipientPreview,
});

export const confirmAlertRecipientEndpoint = defineEndpoint({
  id: 'confirmAlertRecipient',
  method: 'POST',
  path: '/api/alert-recipients/{token}',
  summary: 'Confirm that an address wants alerts of a workspace',
  tag,
  auth: 'public',
  params: WithToken,
  response: RecipientPreview,
});
