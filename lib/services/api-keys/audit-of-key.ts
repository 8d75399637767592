import type { AuditEntry } from '../audit/record-audit';

type OfKey = Pick<AuditEntry, 'workspaceId' | 'target' | 'detail'>;

interface ChangedKey {
  id: string;
  workspaces: ReadonlyArray<{ workspaceId: string }>;
  user: { name: string; isService: boolean };
}

/** Returns an entry for each workspace that a key reaches, to inform its admins. */
export function auditOfKey(
  { id, workspaces, user }: ChangedKey,
  own: NonNullable<AuditEntry['detail']>,
): OfKey[] {
  const detail = user.isService ? { ...own, serviceAccount: user.name } : own;
  return workspaces.map(({ workspaceId }) => ({ workspaceId, target: id, detail }));
}
