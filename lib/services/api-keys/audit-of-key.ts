import type { AuditEntry } from '../audit/record-audit';

type OfKey = Pick<AuditEntry, 'workspaceId' | 'target' | 'detail'>;

/** Returns an entry for each workspace that a key reaches, to inform its admins. */
export const auditOfKey = (
  { id, workspaces }: { id: string; workspaces: ReadonlyArray<{ workspaceId: string }> },
  detail: NonNullable<AuditEntry['detail']>,
): OfKey[] => workspaces.map(({ workspaceId }) => ({ workspaceId, target: id, detail }));
