import { defineTables } from '../tables/define-tables';
import {
  forgetLastRuns,
  lockGrouping,
  removeEmptyGroups,
  removeRunsOfGroups,
  subtractTags,
} from './remove-runs';
import { forgetOldEvents } from './store-events';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;
const WITH_GROUP = { with: 'runtime.error_group' };
/** Retention of the logs takes a group with its last run. */
const WITH_LOGS = { with: 'runtime.log' };

export const errorGroupTables = defineTables({
  'runtime.error_group_progress': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.error_group_progress WHERE workspace_id = ${id}::uuid`,
      ],
    },
    run: { remove: [lockGrouping] },
    retention: { kept: 'one row for each workspace' },
  },
  'runtime.error_group_run': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.error_group_run r USING runtime.error_group g
          WHERE g.workspace_id = ${id}::uuid AND r.group_id = g.id`,
      ],
    },
    workflow: {
      remove: [
        // Failures being grouped are committed and deleted then, and none is grouped until it is deleted.
        (tx, id) => tx.$executeRaw`
          SELECT FROM runtime.error_group_progress p JOIN workflow w USING (workspace_id)
          WHERE w.id = ${id}::uuid FOR UPDATE OF p`,
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.error_group_run r USING runtime.error_group g
          WHERE g.workflow_id = ${id}::uuid AND r.group_id = g.id`,
      ],
    },
    run: { remove: [removeRunsOfGroups] },
    retention: WITH_LOGS,
  },
  'runtime.error_group': {
    columns: {
      workspace_id: 'workspace',
      workflow_id: 'workflow',
      state_by: 'person',
      assignee_id: 'person',
    },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.error_group WHERE workspace_id = ${id}::uuid`],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.error_group WHERE workflow_id = ${id}::uuid`],
    },
    person: 'set null',
    run: { remove: [removeEmptyGroups, forgetLastRuns] },
    retention: WITH_LOGS,
  },
  'runtime.error_group_version': { workspace: WITH_GROUP, workflow: WITH_GROUP, retention: WITH_GROUP },
  'runtime.error_group_tag': {
    workspace: WITH_GROUP,
    workflow: WITH_GROUP,
    run: { remove: [subtractTags] },
    retention: WITH_GROUP,
  },
  'runtime.error_group_comment': {
    columns: { author_id: 'person' },
    workspace: WITH_GROUP,
    workflow: WITH_GROUP,
    person: 'set null',
    retention: WITH_GROUP,
  },
  'runtime.error_group_event': {
    columns: { workspace_id: 'workspace' },
    workspace: WITH_GROUP,
    workflow: WITH_GROUP,
    retention: { name: 'forget events of errors of long ago', everyMs: SIX_HOURS_MS, run: forgetOldEvents },
  },
});
