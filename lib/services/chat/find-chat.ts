import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { type RunnableWorkflow, runnableVersions } from '../runs/compiled/runnable-workflow';
import { defineAddresses } from '../triggers/addresses';
import { type ChatTrigger, chatTrigger } from './chat-trigger';

const SLUG = /^[A-Za-z0-9-]{3,60}$/;

/** A chat that accepts messages. */
export interface FoundChat {
  slug: string;
  blockId: string;
  /** Its live version. */
  workflow: RunnableWorkflow;
  trigger: ChatTrigger;
  /** Name of the workflow. */
  name: string;
}

interface Row {
  workflow_id: string;
  block_id: string;
  name: string;
}

const findRow = defineAddresses<Row>({ name: 'chats', form: SLUG, load });

/** Returns the chat. @throws AppError not_found, the same for every chat that accepts no messages */
export async function requireChat(slug: string): Promise<FoundChat> {
  const found = await findChat(slug);
  if (found === null) throw new AppError('not_found', 'There is no chat at this address.');
  return found;
}

/** Returns null also if no live version contains its block. */
export async function findChat(slug: string): Promise<FoundChat | null> {
  const row = await findRow(slug);
  if (row === null) return null;
  const { workflow_id: workflowId, block_id: blockId, name } = row;
  const workflow = await (await runnableVersions(workflowId))?.choose('live');
  if (!workflow) return null;
  const trigger = chatTrigger(workflow.compiled, blockId);
  return trigger === null ? null : { slug, blockId, workflow, trigger, name };
}

async function load(slug: string): Promise<Row | null> {
  const { rows } = await pool().query<Row>({
    name: 'find-chat',
    text: `SELECT c.workflow_id, c.block_id, w.name FROM chat c JOIN workflow w ON w.id = c.workflow_id
      WHERE c.slug = $1`,
    values: [slug],
  });
  return rows[0] ?? null;
}
