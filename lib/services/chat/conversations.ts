import { randomUUID } from 'node:crypto';
import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import type { FoundChat } from './find-chat';
import type { ChatMessage } from './schema';

const MAX_MESSAGES = 200;
const MAX_CONTENT_BYTES = 64 * 1024;
/** Limits of the latest messages that a run gets, and that the chat's user can read again. */
const HISTORY = { messages: 40, bytes: 200 * 1024 };
const READ_AGAIN = { messages: MAX_MESSAGES, bytes: 2 * 1024 * 1024 };
const KEPT = "interval '30 days'";
const DELETED_AT_ONCE = 1_000;
/** A process without a heartbeat for this long has lost its runs. */
const LOST_AFTER = "interval '30 seconds'";

/** A message that is being answered; its conversation accepts no other until the turn has ended. */
export interface Turn {
  conversationId: string;
  turnId: string;
  /** Earlier messages, the oldest first. */
  history: Array<Pick<ChatMessage, 'role' | 'content'>>;
}

const BEGIN = `
INSERT INTO runtime.chat_conversation (id, workspace_id, workflow_id, block_id, turn_id, process_id)
VALUES ($1, $2, $3, $4, $5, $6)`;

const IS_OF_CHAT = 'workflow_id = $2 AND block_id = $3';

const GO_ON = `
UPDATE runtime.chat_conversation c SET turn_id = $4, process_id = $5, last_at = now()
WHERE id = $1 AND ${IS_OF_CHAT} AND (turn_id IS NULL OR NOT EXISTS (
  SELECT FROM runtime.process p WHERE p.id = c.process_id AND p.heartbeat_at > now() - ${LOST_AFTER}))`;

const EXISTS = `SELECT FROM runtime.chat_conversation WHERE id = $1 AND ${IS_OF_CHAT}`;

const LATEST = `
SELECT role, content, sealed, at FROM (
  SELECT m.*, sum(coalesce(octet_length(m.sealed), octet_length(m.content)))
    OVER (ORDER BY m.number DESC) AS bytes
  FROM runtime.chat_message m JOIN runtime.chat_conversation c ON c.id = m.conversation_id
  WHERE c.id = $1 AND c.workflow_id = $2 AND c.block_id = $3
) AS latest
WHERE bytes <= $5 ORDER BY number DESC LIMIT $4`;

const END = `
WITH ended AS (
  UPDATE runtime.chat_conversation SET turn_id = NULL, process_id = NULL, last_at = now(),
    last_number = last_number + cardinality($3::text[])
  WHERE id = $1 AND turn_id = $2
  RETURNING last_number
), added AS (
  INSERT INTO runtime.chat_message (conversation_id, number, role, sealed, at)
  SELECT $1, ended.last_number - cardinality($3::text[]) + t.place, t.role, t.sealed, t.at
  FROM ended, unnest($3::text[], $4::bytea[], $5::timestamptz[]) WITH ORDINALITY t (role, sealed, at, place)
)
DELETE FROM runtime.chat_message m USING ended
WHERE m.conversation_id = $1 AND m.number <= ended.last_number - ${MAX_MESSAGES}`;

const FORGET = `
DELETE FROM runtime.chat_conversation WHERE id IN (
  SELECT id FROM runtime.chat_conversation WHERE last_at < now() - ${KEPT} LIMIT ${DELETED_AT_ONCE})`;

/**
 * Begins a message's turn, in a new conversation when none is named. @throws AppError not_found; conflict
 * while another message is being answered
 */
export async function beginTurn(chat: FoundChat, named: string | undefined): Promise<Turn> {
  const { workspaceId, workflowId } = chat.workflow;
  const { blockId } = chat;
  const [turnId, processId] = [randomUUID(), thisProcess().id];
  if (named === undefined) {
    // The id is fully random because its holder may read the conversation.
    const conversationId = randomUUID();
    const values = [conversationId, workspaceId, workflowId, blockId, turnId, processId];
    await pool().query({ name: 'begin-conversation', text: BEGIN, values });
    return { conversationId, turnId, history: [] };
  }
  const values = [named, workflowId, blockId, turnId, processId];
  const { rowCount } = await pool().query({ name: 'go-on-with-conversation', text: GO_ON, values });
  if (rowCount === 0) {
    await requireConversation(chat, named);
    throw new AppError('conflict', 'Your last message is still being answered. Wait for its answer.');
  }
  const latest = await readLatest(chat, named, HISTORY);
  const history = latest.map(({ role, content }) => ({ role, content })).reverse();
  return { conversationId: named, turnId, history };
}

/** Stores the turn's messages and unlocks the conversation. A second call does nothing. */
export async function endTurn({ conversationId, turnId }: Turn, said: readonly ChatMessage[]): Promise<void> {
  const values = [
    conversationId,
    turnId,
    said.map(({ role }) => role),
    said.map(({ content }) => seal(storable(content), conversationId)),
    said.map(({ at }) => at),
  ];
  const end = () => pool().query({ name: 'end-turn', text: END, values });
  await withDatabaseRetry(end, { repeatable: true });
}

/** Cuts a message to the size that is stored. */
function storable(text: string): string {
  if (Buffer.byteLength(text) <= MAX_CONTENT_BYTES) return text;
  // Drops a character that was cut in two.
  return Buffer.from(text)
    .subarray(0, MAX_CONTENT_BYTES)
    .toString()
    .replace(/\uFFFD$/, '');
}

/** Returns the latest messages, oldest first. @throws AppError not_found */
export async function readConversation(chat: FoundChat, conversationId: string): Promise<ChatMessage[]> {
  const latest = isId(conversationId) ? await readLatest(chat, conversationId, READ_AGAIN) : [];
  if (latest.length === 0) await requireConversation(chat, conversationId);
  return latest.reverse();
}

async function requireConversation(chat: FoundChat, conversationId: string): Promise<void> {
  const values = [conversationId, chat.workflow.workflowId, chat.blockId];
  const isThere = isId(conversationId) && (await pool().query(EXISTS, values)).rowCount === 1;
  if (!isThere)
    throw new AppError('not_found', 'There is no such conversation in this chat. Begin a new one.');
}

interface MessageRow {
  role: ChatMessage['role'];
  /** Set for messages of an earlier version, which didn't seal them. */
  content: string | null;
  sealed: Buffer | null;
  at: Date;
}

/** Returns the latest messages, newest first. */
async function readLatest(
  chat: FoundChat,
  conversationId: string,
  most: { messages: number; bytes: number },
): Promise<ChatMessage[]> {
  const { rows } = await pool().query<MessageRow>({
    name: 'read-conversation',
    text: LATEST,
    values: [conversationId, chat.workflow.workflowId, chat.blockId, most.messages, most.bytes],
  });
  return rows.map(({ role, content, sealed, at }) => ({
    role,
    content: sealed === null ? (content ?? '') : open(sealed, conversationId),
    at: at.toISOString(),
  }));
}

/** Deletes conversations without a message for 30 days. */
export async function forgetOldConversations(): Promise<void> {
  let deleted: number;
  do {
    const { rowCount } = await pool().query(FORGET);
    deleted = rowCount ?? 0;
  } while (deleted === DELETED_AT_ONCE);
}

export const chatMessageStore: SealedStore = {
  name: 'messages of chats',
  select: `SELECT conversation_id AS a, number::text AS b, '' AS c, sealed FROM runtime.chat_message
    WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.chat_message SET sealed = $5
    WHERE conversation_id = $1::uuid AND number = $2::integer AND $3 = '' AND sealed = $4`,
  context: ({ a }) => a,
};
