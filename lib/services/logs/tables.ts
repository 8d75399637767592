import type { MaintenanceJob } from '../../platform/postgres/maintenance';
import { defineTables } from '../tables/define-tables';
import { retainLogs } from './enforce-retention';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

const FACTS = { kept: 'logs outlive their workflow' };

const retention: MaintenanceJob = {
  name: 'delete logs that plans no longer keep',
  everyMs: SIX_HOURS_MS,
  run: retainLogs,
};

export const logTables = defineTables({
  'runtime.log': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log WHERE workspace_id = ${id}::uuid`],
    },
    workflow: FACTS,
    retention,
  },
  'runtime.log_payload': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.log_payload p USING runtime.log l
          WHERE l.workspace_id = ${id}::uuid AND p.log_id = l.id AND p.started_at = l.started_at`,
      ],
    },
    workflow: FACTS,
    retention,
    plainBytes: { snapshot_hash: 'a hash' },
  },
  'runtime.log_file': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.log_file f USING runtime.log l
          WHERE l.workspace_id = ${id}::uuid AND f.log_id = l.id AND f.started_at = l.started_at`,
      ],
    },
    workflow: FACTS,
    retention,
    plainBytes: { data: 'long values of the log, with secrets masked' },
  },
  'runtime.log_model': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_model WHERE workspace_id = ${id}::uuid`],
    },
    workflow: FACTS,
    retention,
  },
  'runtime.log_tag': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_tag WHERE workspace_id = ${id}::uuid`],
    },
    workflow: FACTS,
    retention,
  },
  'runtime.log_facet': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_facet WHERE workspace_id = ${id}::uuid`],
    },
    workflow: FACTS,
    retention,
  },
  'runtime.workspace_feed': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.workspace_feed WHERE workspace_id = ${id}::uuid`,
      ],
    },
    retention: { kept: 'one row for each workspace' },
  },
});
