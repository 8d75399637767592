import type { AuditEntry } from '../audit/record-audit';

type OfKey = Pick<AuditEntry, 'workspaceId' | 'target' | 'detail'>;

/** An entry in each workspace that a key reaches: its admins are told. */
export const auditOfKey = (
  { id, workspaces }: { id: string; workspaces: ReadonlyArray<{ workspaceId: string }> },
  detail: NonNullable<AuditEntry['detail']>,
): OfKey[] => workspaces.map(({ workspaceId }) => ({ workspaceId, target: id, detail }));
