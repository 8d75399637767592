import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../limits/quotas';
import { connectionOf, findConnection, settingsOf, WITH_PERSON } from './find-connection';
import { type ConnectionSettings, EditedConnection } from './schema';
import { sealClientSecret } from './sealed-connections';

interface OneConnection {
  workspaceId: string;
  id: string;
}
type Edit = EditedConnection;

/** It is not connected yet. @throws AppError forbidden, invalid_request, quota_exceeded */
export async function createConnection(
  actor: Actor,
  { workspaceId, ...edit }: Edit & { workspaceId: string },
) {
  requireRole(actor, workspaceId, 'writer');
  const { clientSecret = '', ...settings } = EditedConnection.parse(edit);
  requireSecret(settings, clientSecret !== '');
  const id = newId();
  const row = await refusingTakenName(() =>
    prisma().$transaction(async (tx) => {
      await requireRoomFor(tx, 'connections', workspaceId);
      const data = { ...settings, id, workspaceId, clientSecret: sealClientSecret(id, clientSecret) };
      const made = await tx.connection.create({ data, include: WITH_PERSON });
      await recordAudit(tx, actor, { workspaceId, action: 'connection.created', target: settings.name });
      return made;
    }),
  );
  await notify('connections', id);
  return { data: connectionOf(row) };
}

/**
 * Without a secret in it the one there is stays. What another server or another client would get access by is
 * forgotten. @throws AppError forbidden, not_found, invalid_request
 */
export async function updateConnection(actor: Actor, { workspaceId, id, ...edit }: Edit & OneConnection) {
  const before = await findConnection(actor, { workspaceId, id }, 'writer');
  const { clientSecret, ...settings } = EditedConnection.parse(edit);
  const was = settingsOf(before);
  const keepsSecret = clientSecret === undefined;
  // Whoever may edit could else have the secret sent to a server of their own.
  if (keepsSecret && before.clientSecret !== null && settings.tokenUrl !== was.tokenUrl)
    throw refused('clientSecret', 'Enter the client secret again: the token URL is another one.');
  requireSecret(settings, keepsSecret ? before.clientSecret !== null : clientSecret !== '');
  const row = await refusingTakenName(() =>
    prisma().$transaction(async (tx) => {
      const updated = await tx.connection.update({
        where: { id },
        data: {
          ...settings,
          ...(keepsSecret ? {} : { clientSecret: sealClientSecret(id, clientSecret) }),
          ...(asksOtherwise(was, settings) ? FORGOTTEN : {}),
          revision: { increment: 1 },
          updatedAt: new Date(),
        },
        include: WITH_PERSON,
      });
      await recordAudit(tx, actor, { workspaceId, action: 'connection.updated', target: settings.name });
      return updated;
    }),
  );
  await notify('connections', id);
  return { data: connectionOf(row) };
}

/** @throws AppError forbidden, not_found */
export async function disconnect(actor: Actor, one: OneConnection) {
  const { id, name, workspaceId } = await findConnection(actor, one, 'writer');
  const row = await prisma().$transaction(async (tx) => {
    await tx.connectionAuthorization.deleteMany({ where: { connectionId: id } });
    const data = { ...FORGOTTEN, revision: { increment: 1 } };
    const updated = await tx.connection.update({ where: { id }, data, include: WITH_PERSON });
    await recordAudit(tx, actor, { workspaceId, action: 'connection.disconnected', target: name });
    return updated;
  });
  await notify('connections', id);
  return { data: connectionOf(row) };
}

/** Blocks that use it fail from now on. @throws AppError forbidden, not_found */
export async function deleteConnection(actor: Actor, one: OneConnection): Promise<void> {
  const { id, name, workspaceId } = await findConnection(actor, one, 'writer');
  await prisma().$transaction(async (tx) => {
    await tx.connection.deleteMany({ where: { id } });
    await recordAudit(tx, actor, { workspaceId, action: 'connection.deleted', target: name });
  });
  await notify('connections', id);
}

/** Nobody is connected, and a renewal under way finds that it has lost its claim. */
const FORGOTTEN = {
  state: 'disconnected',
  tokens: null,
  expiresAt: null,
  renewAt: null,
  lastError: null,
  failedAt: null,
  connectedAt: null,
  connectedById: null,
  renewalId: null,
  renewalUntil: null,
} as const;

/** Whether tokens that were given for the old settings are not those that the new ones would get. */
function asksOtherwise(was: ConnectionSettings, is: ConnectionSettings): boolean {
  const asked = ({ kind, authorizeUrl, tokenUrl, clientId, scopes, parameters }: ConnectionSettings) =>
    JSON.stringify([
      kind,
      authorizeUrl,
      tokenUrl,
      clientId,
      scopes,
      parameters.map((row) => [row.key, row.value]),
    ]);
  return asked(was) !== asked(is);
}

function requireSecret({ kind }: ConnectionSettings, hasSecret: boolean): void {
  if (kind === 'clientCredentials' && !hasSecret) throw refused('clientSecret', 'Enter the client secret.');
}

async function refusingTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw refused('name', 'Another connection has this name.');
    throw error;
  }
}

const refused = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
