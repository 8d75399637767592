import type { SharedDocument, SharedWorkflow } from '../../core/shared-document/shared-document';
import { MAX_DOCUMENT_BYTES, WorkflowDocument, WorkflowName } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { createLocalWindows } from '../limits/local-windows';
import { assertSavable } from '../workflows/assert-savable';
import { sealDocument } from '../workflows/stored-document';
import { writeWorkflow } from './edit-rows';
import { inShared, type LockedShared, type SharedEdit } from './open-shared';
import type { SharedState } from './schema';

export interface SendEdits {
  id: string;
  epoch: string;
  updates: readonly string[];
}

/** An editor waits for the response, and at least 100 ms, before it sends again. */
const MAX_A_SECOND = 60;
const sent = createLocalWindows(1_000);

/**
 * Applies a client's edits, unless the workflow could then not be saved. Known updates change nothing.
 * @throws AppError not_found, forbidden, invalid_request, rate_limited; conflict: the document was
 * recreated, or earlier updates are missing
 */
export async function sendEdits(
  actor: Actor,
  { id, epoch, updates }: SendEdits,
): Promise<{ data: SharedState }> {
  if (sent.take(`${actor.userId} ${id}`).place > MAX_A_SECOND)
    throw new AppError('rate_limited', 'Too many edits in one second.', { headers: { 'retry-after': '1' } });
  const bytes = updates.map((update) => new Uint8Array(Buffer.from(update, 'base64')));
  const data = await inShared(actor, id, (locked) => {
    if (locked.epoch === epoch) return takeOver(actor, locked, bytes);
    throw new AppError('conflict', 'The edits of this workflow were begun anew; read them again.');
  });
  return { data };
}

async function takeOver(
  actor: Actor,
  { client, workflow, shared }: LockedShared,
  updates: Uint8Array[],
): Promise<SharedEdit> {
  const before = shared.current;
  const news = applied(shared, updates);
  const repairs = shared.settle();
  const added = [news, repairs].filter((update) => update !== null);
  const { name, document } = shared.current;
  if (document === before.document && name === before.name) return { updates: added, workflow };
  await assertWhole(shared.current, before);
  const sealed = sealDocument(workflow.id, document);
  return {
    updates: added,
    workflow: await writeWorkflow(client, actor, workflow.id, { name, document: sealed }),
  };
}

function applied(shared: SharedDocument, updates: readonly Uint8Array[]): Uint8Array | null {
  let news: Uint8Array | null;
  try {
    news = shared.apply(updates);
  } catch (cause) {
    throw new AppError('invalid_request', 'These are no updates of this workflow.', { cause });
  }
  if (shared.isIncomplete)
    throw new AppError('conflict', 'Edits that these build on are missing; read them again.');
  return news;
}

/** @throws AppError invalid_request */
async function assertWhole({ name, document }: SharedWorkflow, before: SharedWorkflow): Promise<void> {
  const read = WorkflowDocument.safeParse(document);
  const issue = WorkflowName.safeParse(name).error?.issues[0] ?? read.error?.issues[0];
  if (issue !== undefined)
    throw new AppError('invalid_request', `The workflow can’t be saved: ${issue.message}`, {
      issues: [{ param: issue.path.join('.'), code: issue.code, message: issue.message }],
    });
  await assertSavable(document, async () => before.document);
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_DOCUMENT_BYTES)
    throw new AppError('payload_too_large', 'The workflow is too large. Remove some of its blocks.');
}
