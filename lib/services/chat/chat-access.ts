import { addressBucket } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { processSingleton } from '../../platform/process-singleton';
import type { Actor } from '../access/actor';
import { requireWorkflow } from '../access/key-limits';
import { createTokenBuckets } from '../access/token-buckets';
import { requirePassword } from './chat-password';
import { countOrRefuse } from './count-or-refuse';
import type { FoundChat } from './find-chat';

const MESSAGES_A_MINUTE = { burst: 20, perMinute: 20 };
const MESSAGES_AN_HOUR = { burst: 200, perMinute: 200 / 60 };

/** Each read costs a statement; the limit by address is what one process can bear. */
const READS = { burst: 60, perMinute: 120 };

type Asked = Pick<RequestContext, 'header' | 'remoteAddress'>;

/**
 * Checks access as the author has set it. @throws AppError members_only, forbidden, password_required,
 * password_wrong, rate_limited, conflict
 */
export async function requireAccess(chat: FoundChat, actor: Actor | null, asked: Asked): Promise<void> {
  const { access } = chat.trigger.config;
  if (access === 'members') requireMember(chat, actor);
  if (access === 'password') await requirePassword(chat, asked);
}

/**
 * Checks the reader of an answer; the password is checked with each message instead. @throws AppError
 * members_only, forbidden
 */
export function requireStillMember(chat: FoundChat, actor: Actor | null): void {
  if (chat.trigger.config.access === 'members') requireMember(chat, actor);
}

function requireMember({ workflow }: FoundChat, actor: Actor | null): void {
  if (actor === null || !actor.roles.has(workflow.workspaceId))
    throw new AppError('members_only', 'This chat is for members of its workspace. Sign in to use it.');
  if (actor.scopes?.has('workflows:run') === false)
    throw new AppError('forbidden', 'This API key lacks the scope workflows:run.');
  requireWorkflow(actor, workflow.workflowId);
}

/** Counts a message, for members by person and for others by address. @throws AppError rate_limited */
export async function countMessage(chat: FoundChat, actor: Actor | null, asked: Asked): Promise<void> {
  const isMember = chat.trigger.config.access === 'members' && actor !== null;
  const who = isMember ? actor.userId : addressBucket(asked.remoteAddress);
  const name = `${chat.slug} ${who}`;
  await countOrRefuse(
    [
      { kind: 'chat messages a minute', name, allowance: MESSAGES_A_MINUTE },
      { kind: 'chat messages an hour', name, allowance: MESSAGES_AN_HOUR },
    ],
    'You have sent many messages. Wait a minute, then try again.',
  );
}

const reads = () => processSingleton('chat-reads', () => createTokenBuckets(READS));

/** Counts a read of a conversation. @throws AppError rate_limited */
export function countRead({ remoteAddress }: Pick<RequestContext, 'remoteAddress'>): void {
  if (reads().take(addressBucket(remoteAddress))) return;
  throw new AppError('rate_limited', 'Too many calls. Wait a moment, then try again.', {
    headers: { 'retry-after': '1' },
  });
}
