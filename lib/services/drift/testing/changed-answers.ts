import { learnAnswer } from '../../../core/drift/learn-answer';
import { emptyProfile } from '../../../core/drift/profile';
import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { changesIn } from '../learn-logs';
import { changeId } from '../list-drift';

/** Changes a response to the example workflow's block `fetch`. @returns the change's id */
export async function changedAnswers({ workspaceId, exampleId }: TestWorkspace): Promise<string> {
  const profile = emptyProfile();
  for (let at = 0; at < 120; at += 1) {
    const answer = { status: 200, contentType: 'application/json', body: { id: at < 100 ? 1 : 'one' } };
    learnAnswer(profile, answer, { atMs: Date.now(), logId: newId() });
  }
  const key = { workflow_id: exampleId, block_id: 'fetch', request: newId() };
  await pool().query(
    `INSERT INTO runtime.answer_profile (workspace_id, workflow_id, block_id, block_name, request,
       environment, seen_at, answers, changes, profile)
     VALUES ($1, $2, $3, $3, $4, 'live', now(), $5, $6, $7)`,
    [
      workspaceId,
      exampleId,
      key.block_id,
      key.request,
      profile.answers,
      changesIn(profile),
      JSON.stringify(profile),
    ],
  );
  return changeId(key, { path: '2xx body.id', event: 'string' });
}
