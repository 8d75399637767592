import { sameJson } from '../../core/workflow/same-json';
import { sameSecret } from '../../platform/encryption/same-secret';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { createOrChange, type Kept } from '../external-ids/create-or-change';
import { createConnection, partsOf, updateConnection } from './change-connection';
import { type ConnectionRow, connectionOf, settingsOf, WITH_PERSON } from './find-connection';
import { type Connection, EditedConnection } from './schema';
import { openClientSecret } from './sealed-connections';

export interface PutConnection {
  workspaceId: string;
  externalId: string;
  connection: EditedConnection;
}

/**
 * Creates the connection, or gives it these settings. Without a secret the stored one stays, and the same one
 * is no change. @throws AppError forbidden, invalid_request, quota_exceeded
 */
export async function putConnection(
  actor: Actor,
  { workspaceId, externalId, connection }: PutConnection,
): Promise<Kept<{ data: Connection }>> {
  requireRole(actor, workspaceId, 'writer');
  return createOrChange({
    find: () => prisma().connection.findFirst({ where: { workspaceId, externalId }, include: WITH_PERSON }),
    create: () => createConnection(actor, { ...connection, workspaceId, externalId }),
    async change(row) {
      if (isSame(row, connection)) return { data: connectionOf(row), changed: false };
      const { id } = row;
      return { ...(await updateConnection(actor, { ...connection, workspaceId, id })), changed: true };
    },
  });
}

function isSame(row: ConnectionRow, connection: EditedConnection): boolean {
  const { settings, secret } = partsOf(EditedConnection.parse(connection));
  if (!sameJson(settingsOf(row), settings)) return false;
  return secret === undefined || sameSecret(openClientSecret(row.id, row.clientSecret), secret);
}
