import type { WorkflowDocument } from '../../core/workflow/schema';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { connectionIds } from '../connections/list-connections';
import { noteEventIn } from '../outgoing-webhooks/note-event-in';
import { workflowPublished } from '../outgoing-webhooks/other-events';
import { requirePassingTests } from '../run-tests/require-passing-tests';
import { readSnapshot } from '../runs/compiled/runnable-workflow';
import { ensureSnapshot, snapshotOf } from '../runs/compiled/workflow-snapshot';
import { announceTriggers, placeTriggers } from '../triggers/registry/change-triggers';
import { readVariables } from '../variables/read-variables';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { assertNone, findProblems, issuesOf } from '../workflows/assert-savable';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import type { WorkflowVersion } from './schema';
import { versionOf, WITH_AUTHOR } from './version-row';

export interface PublishWorkflow {
  id: string;
  note?: string;
  /** The draft's expected version; a draft that was saved since is refused. */
  version?: number;
}

/**
 * Makes the draft the workflow's next version, and makes that one live.
 *
 * @throws AppError not_found, forbidden; invalid_request for a draft with errors; conflict when it was
 * saved again meanwhile, equals the live version, or fails tests that the workspace wants to pass
 */
export const publishWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'A version is as small as what changed.' },
  audit: 'workflow.published',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, note = '', version }: PublishWorkflow,
    change,
  ): Promise<{ data: WorkflowVersion }> {
    const draft = await readWorkflow(actor, id, 'writer');
    const { workspaceId } = draft;
    if (version !== undefined && version !== draft.version) throw savedMeanwhile(draft.version);
    const document = openDocument(id, draft.document);
    await assertPublishable(draft.workspaceId, document);
    const snapshot = await snapshotOf(id, document);
    if (draft.liveVersion !== null && (await hashOfVersion(id, draft.liveVersion)) === snapshot.hash)
      throw unchanged(draft.liveVersion);
    await ensureSnapshot(snapshot);
    await requirePassingTests({ workspaceId, workflowId: id }, snapshot.hash);
    const published = await change({ workspaceId }, async (tx) => {
      await lockDraft(tx, draft);
      const { _max } = await tx.workflowVersion.aggregate({
        where: { workflowId: id },
        _max: { number: true },
      });
      const number = (_max.number ?? 0) + 1;
      const result = await tx.workflowVersion.create({
        data: {
          workflowId: id,
          number,
          note,
          authorId: actor.userId,
          snapshotHash: Buffer.from(snapshot.hash, 'hex'),
        },
        include: WITH_AUTHOR,
      });
      // Raw SQL, because publishing is not an edit: `updatedAt` stays.
      await tx.$executeRaw`UPDATE workflow SET live_version = ${number} WHERE id = ${id}::uuid`;
      const live = { workflowId: id, workspaceId, version: number, snapshotHash: snapshot.hash, document };
      await placeTriggers(tx, live);
      const { liveVersion: previousVersion } = draft;
      const about = { workflowId: id, version: number, previousVersion, note, userId: actor.userId };
      await noteEventIn(tx, workflowPublished(workspaceId, about));
      return { result, audit: { target: id, detail: { version: number } } };
    });
    await notify('workflow', id);
    await announceTriggers();
    return { data: versionOf(published, published.number) };
  },
});

/** @throws AppError invalid_request with an issue for each error, as when saving */
async function assertPublishable(workspaceId: string, document: WorkflowDocument): Promise<void> {
  const [{ values }, connections] = await Promise.all([
    readVariables({ workspaceId, environment: 'live' }),
    connectionIds(workspaceId),
  ]);
  const known = { variables: [...values.keys()], connections };
  const errors = await findProblems(document, ({ severity }) => severity === 'error', known);
  assertNone(issuesOf(errors, document), errors.length, 'The draft can’t be published');
}

/** Hashes the version as the current Millrace writes it, so that a new form of a config is no change. */
async function hashOfVersion(workflowId: string, number: number): Promise<string> {
  const { snapshotHash } = await prisma().workflowVersion.findUniqueOrThrow({
    where: { workflowId_number: { workflowId, number } },
  });
  const document = await readSnapshot(workflowId, Buffer.from(snapshotHash).toString('hex'));
  return (await snapshotOf(workflowId, document)).hash;
}

/** Locks the draft: concurrent publishers wait, and then find that their own draft is live. */
async function lockDraft(
  tx: Prisma.TransactionClient,
  read: { id: string; version: number; liveVersion: number | null },
): Promise<void> {
  const [now] = await tx.$queryRaw<Array<{ version: number; live_version: number | null }>>`
    SELECT version, live_version FROM workflow WHERE id = ${read.id}::uuid AND deleted_at IS NULL FOR UPDATE`;
  if (now === undefined) throw new AppError('not_found', 'Workflow not found.');
  if (now.version !== read.version) throw savedMeanwhile(now.version);
  if (now.live_version !== read.liveVersion)
    throw new AppError(
      'conflict',
      'Somebody else changed the live version meanwhile. Look at it, then publish.',
    );
}

const savedMeanwhile = (currentVersion: number): AppError =>
  new AppError(
    'conflict',
    `The workflow has been saved elsewhere since; it is at version ${currentVersion} now.`,
    { extensions: { currentVersion } },
  );

const unchanged = (live: number): AppError =>
  new AppError('conflict', `Nothing has changed since version ${live}, which is live.`);
