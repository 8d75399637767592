import { CONCEALED, mapUrlCredentials } from '../../core/references/credentials';
import { sameJson } from '../../core/workflow/same-json';
import { sameSecret } from '../../platform/encryption/same-secret';
import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { createOrChange, type Kept } from '../external-ids/create-or-change';
import { restoreUrl } from '../workflows/restore-concealed';
import { sameHeaders } from './change-headers';
import type { StoredWebhook } from './change-webhook';
import { createWebhook } from './create-webhook';
import type { putWebhookEndpoint } from './endpoints';
import { EVENT_TYPE } from './event-schema';
import { getWebhook } from './get-webhook';
import type { Webhook } from './schema';
import { openSecret } from './sealed-secret';
import { openUrl } from './sealed-url';
import { removeWebhookSecret, setWebhookSecret } from './set-webhook-secret';
import { staleEdit, updateWebhook } from './update-webhook';

export type PutWebhook = EndpointInput<typeof putWebhookEndpoint>['body'] & { externalId: string };
type Answer = { data: Webhook; secret: string | null };
type SecretChoice = NonNullable<PutWebhook['secret']>;
type Settings = Omit<PutWebhook, 'workspaceId' | 'externalId' | 'workflowId' | 'secret' | 'version'>;

/**
 * Creates the subscription, or makes it as given. A secret that it has already is no change.
 * @throws AppError forbidden, not_found, invalid_request, quota_exceeded; conflict for a stale `version`
 */
export async function putWebhook(actor: Actor, input: PutWebhook): Promise<Kept<Answer>> {
  const { workspaceId, externalId } = input;
  requireRole(actor, workspaceId, 'writer');
  return createOrChange({
    find: () =>
      prisma().webhookSubscription.findFirst({ where: { workspaceId, externalId, deletedAt: null } }),
    create: () => create(actor, input),
    change: (row) => change(actor, row, input),
  });
}

function create(actor: Actor, { version, secret, ...given }: PutWebhook): Promise<Answer> {
  if (version !== undefined)
    throw new AppError(
      'conflict',
      'No subscription has this external id any more. Leave out `version` to create it.',
    );
  refuseConcealed(given.url);
  return createWebhook(actor, { ...withDefaults(given), ...(secret == null ? {} : { secret }) });
}

/** What stays as it is where it is left out, and what a new subscription has then. */
const withDefaults = ({
  active = true,
  events = [EVENT_TYPE],
  standardWebhooks = false,
  cloudEvents = false,
  headers = [],
  tagFilter = null,
  strictOrder = false,
  maxPerMinute = null,
  transform = null,
  ...given
}: Omit<PutWebhook, 'version' | 'secret'>) => ({
  ...given,
  active,
  events,
  standardWebhooks,
  cloudEvents,
  headers,
  tagFilter,
  strictOrder,
  maxPerMinute,
  transform,
});

async function change(actor: Actor, row: StoredWebhook, input: PutWebhook) {
  const { workspaceId, externalId: _, workflowId, secret: choice, version, active, ...given } = input;
  const address = { workspaceId, id: row.id };
  if (workflowId !== row.workflowId) throw otherWorkflow();
  const settings = { ...given, active: active ?? row.active };
  const { data: shown } = await getWebhook(actor, address);
  const hasSettings = isSame(row, shown, settings);
  const secret = secretToSet(row, choice);
  const removesSecret = choice === null && row.secret !== null;
  if (hasSettings && secret === null && !removesSecret) return { data: shown, secret: null, changed: false };
  if (version !== undefined && version !== row.version) throw await staleEdit(prisma(), row);
  if (!hasSettings) await updateWebhook(actor, { ...address, ...settings, version: row.version });
  if (removesSecret) await removeWebhookSecret(actor, address);
  const set =
    secret === null ? null : await setWebhookSecret(actor, { ...address, secret, overlapSeconds: 0 });
  const { data } = await getWebhook(actor, address);
  return { data, secret: set?.secret ?? null, changed: true };
}

/**
 * True if the stored settings are those given. A concealed part of the URL, and a header's concealed value,
 * stand for the stored ones; what is left out stays.
 */
function isSame(row: StoredWebhook, shown: Webhook, { headers, url, ...others }: Settings): boolean {
  const before = openUrl(row.id, row.url);
  return (
    restoreUrl(url, before) === before &&
    (headers === undefined || sameHeaders(row, headers)) &&
    Object.entries(others).every(
      ([name, value]) => value === undefined || sameJson(shown[name as keyof Webhook], value),
    )
  );
}

/** Returns null if the secret stays, or is removed. */
function secretToSet(row: StoredWebhook, choice: SecretChoice | null | undefined): SecretChoice | null {
  if (choice == null) return null;
  if (row.secret === null) return choice;
  if (typeof choice === 'object' && 'generate' in choice) return null;
  const text = typeof choice === 'string' ? choice : choice.value;
  return sameSecret(openSecret(row.id, row.secret), text) ? null : choice;
}

function refuseConcealed(url: string): void {
  const without = mapUrlCredentials(url, (credential) => (credential === CONCEALED ? '' : credential));
  if (without !== url) throw refused('url', `Enter what ${CONCEALED} stands for: it is not known here.`);
}

const otherWorkflow = (): AppError =>
  refused(
    'workflowId',
    'The subscription covers other workflows. Delete it first, or use another external id.',
  );

const refused = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
