import type { ClientBase } from 'pg';
import { fingerprint } from '../../core/failures/fingerprint';
import type { FailedRun } from './failed-run';
import type { StateOfGroup } from './reopens';
import { type GroupSum, sumByGroup } from './sum-failures';

/** Groups of a workflow with a shape of their own; further shapes share one for each block and code. */
export const MAX_GROUPS_OF_WORKFLOW = 500;
const OTHER_MESSAGES = '(other messages)';

/** A group that is stored already. */
export interface KnownGroup extends StateOfGroup {
  id: string;
}

/** The failures of one group, and the group if it is stored; null if it is new. */
export interface CountedGroup {
  sum: GroupSum;
  known: KnownGroup | null;
}

// Locked until the step ends, so that nobody changes a state meanwhile; sorted, so that no two can deadlock.
const READ_KNOWN = `
SELECT id, fingerprint, state, resolved_version AS "resolvedVersion",
  (extract(epoch FROM state_at) * 1000)::float8 AS "stateMs",
  (extract(epoch FROM ignored_until) * 1000)::float8 AS "ignoredUntilMs"
FROM runtime.error_group WHERE workspace_id = $1::uuid AND fingerprint = ANY ($2::text[])
ORDER BY id FOR UPDATE`;

const COUNT_GROUPS = `
SELECT workflow_id AS id, count(*)::integer AS n FROM runtime.error_group
WHERE workflow_id = ANY ($1::uuid[]) GROUP BY workflow_id`;

/** Finds the groups of these failures, new ones included. */
export async function groupsOf(
  client: ClientBase,
  workspaceId: string,
  runs: readonly FailedRun[],
): Promise<CountedGroup[]> {
  const groups = await withKnown(client, workspaceId, sumByGroup(runs));
  const excess = await beyondRoom(
    client,
    groups.filter(({ known }) => known === null),
  );
  if (excess.size === 0) return groups;
  const others = [...excess].flatMap(({ sum }) => sum.runs.map(amongOthers));
  return [
    ...groups.filter((group) => !excess.has(group)),
    ...(await withKnown(client, workspaceId, sumByGroup(others))),
  ];
}

async function withKnown(
  client: ClientBase,
  workspaceId: string,
  sums: readonly GroupSum[],
): Promise<CountedGroup[]> {
  const { rows } = await client.query<KnownGroup & { fingerprint: string }>({
    name: 'error-groups-known',
    text: READ_KNOWN,
    values: [workspaceId, sums.map((sum) => sum.fingerprint)],
  });
  const known = new Map(rows.map(({ fingerprint: print, ...group }) => [print, group]));
  return sums.map((sum) => ({ sum, known: known.get(sum.fingerprint) ?? null }));
}

/** Returns the new groups for which their workflows have no room. */
async function beyondRoom(client: ClientBase, added: readonly CountedGroup[]): Promise<Set<CountedGroup>> {
  if (added.length === 0) return new Set();
  const { rows } = await client.query<{ id: string; n: number }>({
    name: 'error-groups-count',
    text: COUNT_GROUPS,
    values: [[...new Set(added.map(({ sum }) => sum.workflowId))]],
  });
  const counts = new Map(rows.map(({ id, n }) => [id, n]));
  return new Set(
    added.filter(({ sum: { workflowId } }) => {
      const count = counts.get(workflowId) ?? 0;
      counts.set(workflowId, count + 1);
      return count >= MAX_GROUPS_OF_WORKFLOW;
    }),
  );
}

function amongOthers(run: FailedRun): FailedRun {
  const { workflowId, blockId, code } = run;
  const print = fingerprint({ workflowId, blockId, code, shape: null });
  return { ...run, shape: OTHER_MESSAGES, fingerprint: print };
}
