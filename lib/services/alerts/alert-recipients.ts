import { Prisma } from '../../generated/prisma/client';
import { quotedPlainName } from '../../platform/email/mail-text';
import { sendEmail } from '../../platform/email/send-email';
import { env } from '../../platform/env';
import { AppError, isAppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { countUnaskedMail } from '../access/mail-allowance';
import { linkTokenHash, newLinkToken } from '../accounts/link-token';
import type { AlertRecipient, RecipientPreview } from './schema';

const CONFIRM_WITHIN_DAYS = 7;

interface RecipientRow {
  email: string;
  askedAt: Date | null;
  problem: string | null;
  hasExpired: boolean | null;
  confirmed: boolean;
}

/** Returns for each address whether it gets alerts of the workspace. */
export async function recipientsOf(
  workspaceId: string,
  emails: readonly string[],
): Promise<Map<string, AlertRecipient>> {
  const rows = emails.length === 0 ? [] : await readRecipients(workspaceId, emails);
  return new Map(
    rows.map(({ email, askedAt, problem, confirmed }) => [
      email,
      {
        email,
        confirmed,
        askedAt: confirmed ? null : (askedAt?.toISOString() ?? null),
        problem: confirmed ? null : problem,
      },
    ]),
  );
}

// A member whose e-mail is proven gets alerts while they are a member; everybody else must have confirmed.
const readRecipients = (workspaceId: string, emails: readonly string[]) =>
  prisma().$queryRaw<RecipientRow[]>`
    SELECT a.email, r.asked_at AS "askedAt", r.problem, r.expires_at < now() AS "hasExpired",
      r.confirmed_at IS NOT NULL OR EXISTS (
        SELECT FROM membership m JOIN "user" u ON u.id = m.user_id
        WHERE m.workspace_id = ${workspaceId}::uuid AND u.email = lower(a.email)
          AND u.email_proof <> 'none') AS confirmed
    FROM unnest(${[...new Set(emails)]}::text[]) AS a(email)
    LEFT JOIN alert_recipient r ON r.workspace_id = ${workspaceId}::uuid AND r.email = lower(a.email)`;

/** Returns the addresses that alerts are sent to. */
export async function confirmedOf(workspaceId: string, emails: readonly string[]): Promise<string[]> {
  const recipients = await recipientsOf(workspaceId, emails);
  return emails.filter((email) => recipients.get(email)?.confirmed === true);
}

/** Sends a link to addresses without a pending request. A failure is stored with its address. */
export async function askNewRecipients(
  actor: Actor,
  workspaceId: string,
  emails: readonly string[],
): Promise<void> {
  const rows = await readRecipients(workspaceId, emails);
  const unasked = rows.filter(
    ({ confirmed, askedAt, hasExpired }) => !confirmed && (askedAt === null || hasExpired === true),
  );
  await Promise.all(unasked.map(({ email }) => ask(actor, workspaceId, email)));
}

/**
 * Sends the link again. @throws AppError forbidden; not_found for an address that no rule names; conflict
 * for a confirmed one; rate_limited, unavailable
 */
export async function askRecipient(
  actor: Actor,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<{ data: AlertRecipient }> {
  requireRole(actor, workspaceId, 'writer');
  const named = await prisma().alertRule.count({ where: { workspaceId, emails: { has: email } } });
  if (named === 0) throw new AppError('not_found', 'No alert of this workspace is sent to that address.');
  const [row] = await readRecipients(workspaceId, [email]);
  if (row?.confirmed === true) throw new AppError('conflict', `${email} gets alerts already.`);
  const refusal = await ask(actor, workspaceId, email);
  if (refusal !== null) throw refusal;
  return { data: (await recipientsOf(workspaceId, [email])).get(email)! };
}

const NEW_LINK = Prisma.sql`,
  token_hash = excluded.token_hash, expires_at = excluded.expires_at, asked_at = excluded.asked_at`;

/** Sends a request. @returns the reason why it could not be sent */
async function ask(actor: Actor, workspaceId: string, email: string): Promise<AppError | null> {
  const token = newLinkToken();
  const refusal = await sendRequest(actor, workspaceId, email, token);
  const problem = refusal?.message ?? null;
  // After a failure, a link that was sent before stays valid.
  await prisma().$executeRaw`
    INSERT INTO alert_recipient AS r (workspace_id, email, token_hash, expires_at, asked_at, problem)
    VALUES (${workspaceId}::uuid, ${email.toLowerCase()}, ${linkTokenHash(token)},
      now() + make_interval(days => ${CONFIRM_WITHIN_DAYS}::integer),
      CASE WHEN ${problem}::text IS NULL THEN now() END, ${problem}::text)
    ON CONFLICT (workspace_id, email) DO UPDATE SET problem = excluded.problem
      ${refusal === null ? NEW_LINK : Prisma.empty} WHERE r.confirmed_at IS NULL`;
  return refusal;
}

async function sendRequest(
  actor: Actor,
  workspaceId: string,
  email: string,
  token: string,
): Promise<AppError | null> {
  try {
    await countUnaskedMail({ userId: actor.userId, workspaceId, email: email.toLowerCase() });
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  const { name } = await prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const sent = await sendEmail({
    ...requestMail(name, token),
    to: [email],
    messageId: `<${newId()}@millrace>`,
  });
  return sent.ok ? null : new AppError('unavailable', sent.reason);
}

function requestMail(workspaceName: string, token: string): { subject: string; text: string } {
  const { href, origin } = new URL(`/confirm-alerts/${token}`, env().NEXTAUTH_URL);
  return {
    subject: 'Confirm that you want alerts from Millrace',
    text:
      `The workspace ${quotedPlainName(workspaceName)} of Millrace at ${origin} wants to send alerts about ` +
      'its workflows to this address.\n\n' +
      `To get them, open this page within ${CONFIRM_WITHIN_DAYS} days and confirm:\n\n${href}\n\n` +
      'If you don’t know what this is about, do nothing. No alerts are sent to you then.\n',
  };
}

/** Returns a link's request. @throws AppError not_found: unknown, replaced and expired alike */
export async function getRecipient({ token }: { token: string }): Promise<RecipientPreview> {
  const row = await prisma().alertRecipient.findUnique({
    where: { tokenHash: linkTokenHash(token) },
    include: { workspace: { select: { name: true } } },
  });
  if (row === null || (row.confirmedAt === null && row.expiresAt < new Date())) throw linkGone();
  return { email: row.email, workspaceName: row.workspace.name, confirmed: row.confirmedAt !== null };
}

/** Confirms the address, which then gets the workspace's alerts. @throws AppError as `getRecipient` */
export async function confirmRecipient({ token }: { token: string }): Promise<RecipientPreview> {
  const found = await getRecipient({ token });
  if (found.confirmed) return found;
  const { count } = await prisma().alertRecipient.updateMany({
    where: { tokenHash: linkTokenHash(token), confirmedAt: null, expiresAt: { gt: new Date() } },
    data: { confirmedAt: new Date(), problem: null },
  });
  if (count === 0) throw linkGone();
  return { ...found, confirmed: true };
}

const linkGone = (): AppError =>
  new AppError('not_found', 'This link is no longer valid: it was replaced, or is over a week old.');

/** Deletes unconfirmed requests a month after they expired. */
export async function forgetUnconfirmed(): Promise<void> {
  await prisma().$executeRaw`
    DELETE FROM alert_recipient WHERE confirmed_at IS NULL AND expires_at < now() - interval '30 days'`;
}
