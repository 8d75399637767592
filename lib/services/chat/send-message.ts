import { AppError, type ErrorCode, isAppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { type Reply, wantsEvents } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import type { Actor } from '../access/actor';
import { liveFrames } from '../access/live-stream';
import { eventQueue } from '../runs/execution/event-queue';
import { endedRun } from '../runs/reading/run-result';
import type { AdmittedRun } from '../runs/starting/start-request';
import { runToEnd, startRun } from '../runs/starting/start-run';
import { answerText, type ShownText, WrittenText } from './answer-text';
import { countMessage, requireAccess, requireStillMember } from './chat-access';
import { type ChatFrame, chatFrames, written } from './chat-frames';
import { beginTurn, endTurn, type Turn } from './conversations';
import { requireOrigin } from './cross-origin';
import { type FoundChat, requireChat } from './find-chat';
import type { ChatAnswer, ChatMessage, NewChatMessage } from './schema';

/** The reason is only for people who may read the log, not for the chat's user. */
const NO_ANSWER = 'This chat could not answer. Try again.';
/** Answers for people are far shorter. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Runs the live version with a message and replies with events or, for a caller that accepts only JSON,
 * with the whole answer. The run continues if the caller disconnects.
 * @throws AppError not_found, forbidden, password_required, password_wrong, members_only, rate_limited,
 * usage_exceeded, conflict, unavailable; run_failed when no events were requested
 */
export async function sendChatMessage(
  actor: Actor | null,
  { slug, message, conversationId }: NewChatMessage & { slug: string },
  context: RequestContext,
): Promise<{ data: ChatAnswer } | Reply> {
  const chat = await requireChat(slug);
  requireOrigin(chat, context.header);
  await requireAccess(chat, actor, context);
  await countMessage(chat, actor, context);
  const talk = await beginTalk(chat, { message, conversationId }, context);
  if (!wantsJson(context))
    return liveFrames(
      { context, requireAccess: (now) => requireStillMember(chat, now) },
      () => chatFrames(eventQueue((push) => stream(talk, push))),
      { last: (ended) => written({ event: 'error', data: ended }) },
    );
  const end = await answer(talk, () => undefined);
  if ('code' in end) throw new AppError(end.code, NO_ANSWER, { extensions: talk.ids });
  return { data: { ...talk.ids, ...end } };
}

const wantsJson = (context: RequestContext): boolean =>
  !wantsEvents(context) && context.header('accept')?.includes('application/json') === true;

/** A turn and the run that answers it. */
interface Talk {
  chat: FoundChat;
  turn: Turn;
  run: AdmittedRun;
  asked: ChatMessage;
  ids: { conversationId: string; executionId: string };
}

async function beginTalk(
  chat: FoundChat,
  { message, conversationId }: NewChatMessage,
  { requestId, traceId, traceparent }: RequestContext,
): Promise<Talk> {
  const begun: { turn: Turn | null } = { turn: null };
  const run = await startRun({
    workflow: chat.workflow,
    trigger: 'chat',
    entryBlock: chat.blockId,
    input: async () => {
      const turn = await beginTurn(chat, conversationId);
      begun.turn = turn;
      return { message, conversationId: turn.conversationId, history: turn.history };
    },
    mode: 'sync',
    caller: null,
    ids: { requestId, traceId, traceparent },
  }).catch(async (error) => {
    // It had begun, and found no room or no turn: the conversation takes the next message.
    if (begun.turn !== null) await endTurn(begun.turn, []);
    return forWhoeverChats(error);
  });
  const turn = begun.turn!;
  const { row } = run;
  const asked: ChatMessage = { role: 'user', content: message, at: new Date(row.acceptedAtMs).toISOString() };
  const ids = { conversationId: turn.conversationId, executionId: row.executionId };
  return { chat, turn, run, asked, ids };
}

/** Rewords an error for the chat's user, who must not see the limits and costs of a plan. */
function forWhoeverChats(error: unknown): never {
  if (!isAppError(error)) throw error;
  const { 'retry-after': after } = error.headers;
  if (error.code === 'usage_exceeded')
    throw new AppError(error.code, 'This chat has reached its limit for this month.', { cause: error });
  const isHeld = error.extensions.held === true;
  if (error.code !== 'rate_limited' && !isHeld) throw error;
  const words = isHeld
    ? 'This chat is paused at the moment. Try again later.'
    : 'Too many people are chatting at the moment. Try again shortly.';
  throw new AppError(error.code, words, {
    ...(after !== undefined && { headers: { 'retry-after': after } }),
    cause: error,
  });
}

async function stream(talk: Talk, push: (frame: ChatFrame) => void): Promise<void> {
  push({ event: 'conversation', data: talk.ids });
  const end = await answer(talk, (text) => push({ event: 'text', data: text }));
  if ('code' in end) push({ event: 'error', data: { code: end.code, message: NO_ANSWER } });
  else push({ event: 'done', data: { ...talk.ids, ...end } });
}

type End = Pick<ChatAnswer, 'answer' | 'parked'> | { code: ErrorCode };

/** Runs the turn to its end and stores its messages. Never throws. */
async function answer({ chat, turn, run, asked, ids }: Talk, show: (text: ShownText) => void): Promise<End> {
  const end = await endOf(run, new WrittenText(chat.trigger.streamed, show)).catch((error: unknown): End => {
    if (isAppError(error)) return { code: error.code };
    logger('chat').error('a run of a chat could not be recorded', { ...ids, error });
    return { code: 'internal' };
  });
  const hasOutput = 'answer' in end && end.parked !== true;
  const answered: ChatMessage[] = hasOutput
    ? [{ role: 'assistant', content: end.answer, at: new Date().toISOString() }]
    : [];
  await endTurn(turn, [asked, ...answered]).catch((error) =>
    logger('chat').error('what was said in a chat could not be stored', { ...ids, error }),
  );
  return end;
}

async function endOf(run: AdmittedRun, written: WrittenText): Promise<End> {
  const end = await runToEnd(run, { onEvent: (event) => written.take(event), audience: 'chat' });
  if (end.kind === 'parked') return { answer: '', parked: true };
  if (end.kind === 'large' && end.answer.length > MAX_ANSWER_BYTES) return { code: 'run_failed' };
  const ended = endedRun(run.row, end);
  if (ended.status === 'error' && ended.response === null) return { code: 'run_failed' };
  return { answer: answerText(ended, ended.written) };
}
