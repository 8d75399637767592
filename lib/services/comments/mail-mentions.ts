import { quotedPlainName } from '../../platform/email/mail-text';
import { canSendEmail, sendEmail } from '../../platform/email/send-email';
import { env } from '../../platform/env';
import { isAppError } from '../../platform/errors';
import { logger } from '../../platform/logging/logger';
import { prisma } from '../../platform/postgres/db';
import { countMentionMail } from '../access/mail-allowance';

interface ToldOf {
  commentId: string;
  /** People who are named for the first time. */
  userIds: readonly string[];
}

const MAX_QUOTED_CHARACTERS = 1_000;

/**
 * Sends an e-mail to each of the people, without keeping the author waiting. The inbox has the mention in any
 * case, so an e-mail that fails is only logged.
 */
export function mailMentions(told: ToldOf): void {
  if (told.userIds.length === 0 || !canSendEmail()) return;
  sendAll(told).catch((error: unknown) => logger('comments').warn('mentions were not mailed', { error }));
}

async function sendAll({ commentId, userIds }: ToldOf): Promise<void> {
  const comment = await prisma().comment.findUnique({
    where: { id: commentId },
    select: {
      text: true,
      threadId: true,
      author: { select: { id: true, name: true } },
      workflow: { select: { id: true, name: true, workspaceId: true, deletedAt: true } },
    },
  });
  if (comment === null || comment.workflow.deletedAt !== null) return;
  const { workflow, author } = comment;
  // Who has lost access, or has an address that nobody has proven, gets no words of this workspace.
  const members = await prisma().membership.findMany({
    where: {
      workspaceId: workflow.workspaceId,
      userId: { in: [...userIds] },
      user: { emailProof: { not: 'none' } },
    },
    select: { user: { select: { id: true, email: true } } },
  });
  const path = `/w/${workflow.workspaceId}/workflows/${workflow.id}?comments=${comment.threadId}`;
  const text = mailText(author?.name ?? 'Somebody', comment.text, new URL(path, env().NEXTAUTH_URL).href);
  for (const { user } of members) {
    if (!(await isAllowed(author?.id ?? user.id, user.email))) continue;
    const end = await sendEmail({
      to: [user.email],
      messageId: `<${commentId}.${user.id}@millrace>`,
      subject: `You are mentioned in a comment on ${quotedPlainName(workflow.name)}`,
      text,
    });
    if (!end.ok) logger('comments').warn('a mention was not mailed', { commentId, reason: end.reason });
  }
}

/** Returns false beyond the allowance: the mention is in the inbox alone then. */
async function isAllowed(authorId: string, email: string): Promise<boolean> {
  try {
    await countMentionMail({ userId: authorId, email });
    return true;
  } catch (error) {
    if (isAppError(error) && error.code === 'rate_limited') return false;
    throw error;
  }
}

function mailText(author: string, comment: string, href: string): string {
  const cut =
    comment.length > MAX_QUOTED_CHARACTERS ? `${comment.slice(0, MAX_QUOTED_CHARACTERS)}…` : comment;
  const quoted = cut.split('\n').map((line) => `> ${line}`);
  return `${quotedPlainName(author)} mentioned you:\n\n${quoted.join('\n')}\n\nOpen the comment:\n\n${href}\n`;
}
