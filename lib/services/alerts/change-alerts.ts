import type { Prisma } from '../../generated/prisma/client';
import { canSendEmail } from '../../platform/email/send-email';
import { AppError } from '../../platform/errors';
import { isId, newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { generateSecret } from '../outgoing-webhooks/sealed-secret';
import { vetUrl } from '../outgoing-webhooks/vet-url';
import { concealUrl } from '../outgoing-webhooks/webhook-row';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { askNewRecipients } from './alert-recipients';
import { getRule, type RuleAddress, type RuleRow, requireRule } from './read-alerts';
import type { AlertRule, AlertSettings, NewAlert } from './schema';
import { openTarget, sealTarget } from './sealed-target';

export type CreateAlert = NewAlert & { externalId?: string | null };
export type AlertAnswer = { data: AlertRule; secret: string | null };

/** @throws AppError forbidden; invalid_request for a destination that can't be reached; quota_exceeded */
export const createAlert = defineVerb({
  role: 'writer',
  quota: 'alertRules',
  audit: 'alert.created',
  transaction: plainTransaction,
  async run(actor: Actor, alert: CreateAlert, change): Promise<AlertAnswer> {
    const { workspaceId, externalId = null, ...settings } = alert;
    const id = newId();
    const { columns, secret } = await columnsOf(id, workspaceId, settings, null);
    await change({ workspaceId }, async (tx) => {
      await tx.alertRule.create({ data: { id, workspaceId, externalId, ...columns } });
      return { result: undefined, audit: { target: id, detail: { name: settings.name } } };
    });
    await askNewRecipients(actor, workspaceId, columns.emails);
    return { data: await getRule(workspaceId, id), secret };
  },
});

/** Updates a rule and makes it due immediately. @throws AppError not_found, forbidden, invalid_request */
export const updateAlert = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'alert.updated',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId: named, id, ...settings }: AlertSettings & RuleAddress,
    change,
  ): Promise<AlertAnswer> {
    const before = await requireRule(actor, { id, workspaceId: named }, 'writer');
    const { workspaceId } = before;
    const { columns, secret } = await columnsOf(id, workspaceId, settings, before);
    await change({ workspaceId }, async (tx) => {
      const data = { ...columns, nextCheckAt: new Date(), ...forgotten(settings, before) };
      await tx.alertRule.update({ where: { id }, data });
      return { result: undefined, audit: { target: id, detail: { name: settings.name } } };
    });
    await askNewRecipients(actor, workspaceId, columns.emails);
    return { data: await getRule(workspaceId, id), secret };
  },
});

/** @throws AppError not_found, forbidden */
export const deleteAlert = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'alert.deleted',
  transaction: plainTransaction,
  async run(actor: Actor, address: RuleAddress, change): Promise<undefined> {
    const { id, workspaceId, name } = await requireRule(actor, address, 'writer');
    await change({ workspaceId }, async (tx) => {
      await tx.alertRule.deleteMany({ where: { id, workspaceId } });
      return { result: undefined, audit: { target: id, detail: { name } } };
    });
  },
});

/** What a rule begins again with: one that is switched off, or is about something else than before. */
function forgotten(
  { enabled, condition }: AlertSettings,
  before: RuleRow,
): { firingSince?: null; firingFor?: []; eventsSeen?: null } {
  const isSame = (before.condition as AlertSettings['condition']).kind === condition.kind;
  return enabled && isSame ? {} : { firingSince: null, firingFor: [], eventsSeen: null };
}

async function columnsOf(
  id: string,
  workspaceId: string,
  { destination, condition, workflowIds, ...rest }: AlertSettings,
  before: RuleRow | null,
) {
  await requireWorkflows(workspaceId, workflowIds);
  const columns = { ...rest, workflowIds, condition: condition as Prisma.InputJsonValue };
  if (destination.kind === 'email') {
    if (!canSendEmail()) throw refused('destination', NO_MAIL_SERVER);
    return { columns: { ...columns, emails: destination.to, target: null }, secret: null };
  }
  const known = before?.target == null ? null : openTarget(id, before.target);
  // The masked form of the stored URL: the URL stays.
  if (known !== null && concealUrl(known.url) === destination.url)
    return { columns: { ...columns, emails: [], target: before!.target! }, secret: null };
  await vetUrl(destination.url);
  const secret = known?.secret ?? generateSecret();
  const target = sealTarget(id, { url: destination.url, secret });
  return { columns: { ...columns, emails: [], target }, secret: known === null ? secret : null };
}

const NO_MAIL_SERVER =
  'This server sends no e-mail yet. Its operator sets SMTP_URL; until then, choose a webhook.';

async function requireWorkflows(workspaceId: string, ids: readonly string[]): Promise<void> {
  const known = new Set(ids.filter(isId));
  const found = await prisma().workflow.count({
    where: { id: { in: [...known] }, workspaceId, deletedAt: null },
  });
  if (known.size !== new Set(ids).size || found !== known.size)
    throw refused('workflowIds', 'One of the workflows is not in this workspace.');
}

const refused = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
