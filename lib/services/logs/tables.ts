import { Prisma } from '../../generated/prisma/client';
import type { MaintenanceJob } from '../../platform/postgres/maintenance';
import { defineTables } from '../tables/define-tables';
import { retainLogs } from './enforce-retention';
import { ALL_WORKFLOWS } from './log-facet';

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
    run: {
      remove: [
        (tx, { workspaceId, logIds }) => tx.$executeRaw`
          DELETE FROM runtime.log WHERE id = ANY (${logIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid`,
      ],
    },
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
    // A run that it called keeps its id, which leads nowhere then.
    run: {
      remove: [
        (tx, { logIds }) =>
          tx.$executeRaw`DELETE FROM runtime.log_payload WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
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
    run: {
      remove: [
        (tx, { logIds }) =>
          tx.$executeRaw`DELETE FROM runtime.log_file WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention,
    plainBytes: { data: 'long values of the log, with secrets masked' },
  },
  'runtime.log_model': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_model WHERE workspace_id = ${id}::uuid`],
    },
    workflow: FACTS,
    run: {
      // Its index begins with the model, and the monthly statistics have all of them.
      remove: [
        (tx, { workspaceId, logIds }) => tx.$executeRaw`
          DELETE FROM runtime.log_model m USING runtime.log l, runtime.log_facet f
          WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ANY (${logIds}::uuid[])
            AND f.workspace_id = l.workspace_id AND f.kind = 'model'
            AND f.workflow_id = ${Prisma.raw(ALL_WORKFLOWS)}
            AND f.month = date_trunc('month', l.started_at AT TIME ZONE 'UTC')::date
            AND m.workspace_id = l.workspace_id AND m.model = f.value AND m.started_at = l.started_at
            AND m.log_id = l.id`,
      ],
    },
    retention,
  },
  'runtime.log_tag': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_tag WHERE workspace_id = ${id}::uuid`],
    },
    workflow: FACTS,
    run: {
      remove: [
        (tx, { workspaceId, logIds }) => tx.$executeRaw`
          DELETE FROM runtime.log_tag t USING runtime.log l
          WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ANY (${logIds}::uuid[])
            AND t.workspace_id = l.workspace_id AND t.tag = ANY (l.tags) AND t.started_at = l.started_at
            AND t.log_id = l.id`,
      ],
    },
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
  'runtime.payload_retention': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.payload_retention WHERE workspace_id = ${id}::uuid`,
      ],
    },
    retention: { kept: 'one row for each workspace' },
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
