import { expectEvent } from '../../core/drift/learn-answer';
import { Profile } from '../../core/drift/profile';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { changesIn } from './learn-logs';
import { changeId } from './list-drift';

interface StoredRow {
  workflow_id: string;
  block_id: string;
  request: string;
  profile: string;
}

/**
 * Accepts both shapes of responses from now on.
 * @throws AppError not_found, forbidden
 */
export const expectDrift = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'drift.expected',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, changeId: wanted }: { id: string; changeId: string },
    change,
  ): Promise<undefined> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    await change({ workspaceId }, async (tx) => {
      // The builder locks these rows while it learns.
      const rows = await tx.$queryRaw<StoredRow[]>`
        SELECT workflow_id, block_id, request, profile FROM runtime.answer_profile
        WHERE workflow_id = ${id}::uuid AND changes > 0 ORDER BY block_id, request FOR UPDATE`;
      for (const row of rows) {
        const profile = Profile.parse(JSON.parse(row.profile));
        const trial = profile.trials.find((one) => one.foundMs !== null && changeId(row, one) === wanted);
        if (trial === undefined) continue;
        expectEvent(profile, trial.path, trial.event);
        await tx.$executeRaw`
          UPDATE runtime.answer_profile SET profile = ${JSON.stringify(profile)},
            changes = ${changesIn(profile)}
          WHERE workflow_id = ${id}::uuid AND block_id = ${row.block_id} AND request = ${row.request}`;
        const detail = { block: row.block_id, path: trial.path.slice(0, 200), now: trial.event };
        return { result: undefined, audit: { target: id, detail } };
      }
      throw new AppError('not_found', 'This change is not reported any more.');
    });
  },
});
