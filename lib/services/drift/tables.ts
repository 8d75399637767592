import { defineTables } from '../tables/define-tables';
import { forgetOldProfiles } from './build-profiles';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

export const driftTables = defineTables({
  'runtime.drift_progress': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.drift_progress WHERE workspace_id = ${id}::uuid`,
      ],
    },
    retention: { kept: 'one row for each workspace' },
  },
  'runtime.answer_profile': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.answer_profile WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.answer_profile WHERE workflow_id = ${id}::uuid`,
      ],
    },
    retention: { name: 'forget requests of long ago', everyMs: SIX_HOURS_MS, run: forgetOldProfiles },
  },
});
