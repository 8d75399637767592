import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { connectSaved } from './connect';
import { connectionOf, findConnection, oauthSettingsOf, settingsOf, WITH_PERSON } from './find-connection';
import { type ConnectionSettings, EditedConnection, hasOAuth, type OAuthSettings } from './schema';
import { sealClientSecret } from './sealed-connections';

interface OneConnection {
  workspaceId: string;
  id: string;
}
type Edit = EditedConnection;
type NewConnection = Edit & { workspaceId: string; externalId?: string | null };
type CheckedConnection = z.output<typeof EditedConnection>;

/** Creates one; OAuth with a person starts disconnected. @throws AppError forbidden, invalid_request, quota_exceeded */
export const createConnection = defineVerb({
  role: 'writer',
  quota: 'connections',
  audit: 'connection.created',
  transaction: changeConnection,
  async run(actor: Actor, { workspaceId, externalId = null, ...edit }: NewConnection, change) {
    const { settings, secret = '' } = partsOf(EditedConnection.parse(edit));
    requireSecret(settings, secret !== '');
    const id = newId();
    const row = await change({ workspaceId, id }, async (tx) => {
      const sealed = { id, workspaceId, externalId, clientSecret: sealClientSecret(id, secret) };
      const data = { ...columnsOf(settings), ...sealed, state: firstStateOf(settings) };
      const result = await tx.connection.create({ data, include: WITH_PERSON });
      return { result, audit: { target: settings.name } };
    });
    return { data: connectionOf(await connectSaved(actor, row)) };
  },
});

/**
 * Updates a connection; without a secret in the input the stored one stays. Tokens are deleted when another
 * server or client would issue the new ones. @throws AppError forbidden, not_found, invalid_request
 */
export const updateConnection = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'connection.updated',
  transaction: changeConnection,
  async run(actor: Actor, { workspaceId, id, ...edit }: Edit & OneConnection, change) {
    const before = await findConnection(actor, { workspaceId, id }, 'writer');
    const { settings, secret } = partsOf(EditedConnection.parse(edit));
    const was = settingsOf(before);
    const keepsSecret = secret === undefined;
    if (keepsSecret && before.clientSecret !== null) requireSameReceiver(was, settings);
    requireSecret(settings, keepsSecret ? before.clientSecret !== null : secret !== '');
    const row = await change({ workspaceId, id }, async (tx) => {
      const result = await tx.connection.update({
        where: { id },
        data: {
          ...columnsOf(settings),
          ...(keepsSecret ? {} : { clientSecret: sealClientSecret(id, secret) }),
          ...(asksOtherwise(was, settings) ? { ...FORGOTTEN, state: firstStateOf(settings) } : {}),
          revision: { increment: 1 },
          updatedAt: new Date(),
        },
        include: WITH_PERSON,
      });
      return { result, audit: { target: settings.name } };
    });
    return { data: connectionOf(await connectSaved(actor, row)) };
  },
});

/** @throws AppError forbidden, not_found; invalid_request for a stored credential */
export const disconnect = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'connection.disconnected',
  transaction: changeConnection,
  async run(actor: Actor, one: OneConnection, change) {
    const before = await findConnection(actor, one, 'writer');
    const { id, workspaceId } = before;
    const { name } = oauthSettingsOf(before);
    const row = await change({ workspaceId, id }, async (tx) => {
      await tx.connectionAuthorization.deleteMany({ where: { connectionId: id } });
      const data = { ...FORGOTTEN, revision: { increment: 1 } };
      const result = await tx.connection.update({ where: { id }, data, include: WITH_PERSON });
      return { result, audit: { target: name } };
    });
    return { data: connectionOf(row) };
  },
});

/** Deletes a connection; blocks that use it fail from now on. @throws AppError forbidden, not_found */
export const deleteConnection = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'connection.deleted',
  transaction: changeConnection,
  async run(actor: Actor, one: OneConnection, change): Promise<undefined> {
    const { id, name, workspaceId } = await findConnection(actor, one, 'writer');
    await change({ workspaceId, id }, async (tx) => {
      await tx.connection.deleteMany({ where: { id } });
      return { result: undefined, audit: { target: name } };
    });
  },
});

/** The columns of a disconnected connection; a renewal in progress loses its claim. */
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

/** True if tokens issued for the old settings differ from those that the new ones would get. */
function asksOtherwise(was: ConnectionSettings, is: ConnectionSettings): boolean {
  if (!hasOAuth(was) || !hasOAuth(is)) return was.kind !== is.kind;
  const rows = (list: OAuthSettings['parameters']) => list.map((row) => [row.key, row.value]);
  const asked = (some: OAuthSettings) => {
    const { kind, authorizeUrl, tokenUrl, clientId, scopes, parameters, exchangeParameters } = some;
    return JSON.stringify([
      kind,
      authorizeUrl,
      tokenUrl,
      clientId,
      scopes,
      rows(parameters),
      rows(exchangeParameters),
    ]);
  };
  return asked(was) !== asked(is);
}

/** The secret's property in the API, and its name. */
const SECRETS: Readonly<Record<ConnectionSettings['kind'], [param: string, name: string]>> = {
  authorizationCode: ['clientSecret', 'client secret'],
  clientCredentials: ['clientSecret', 'client secret'],
  bearer: ['secret', 'token'],
  basic: ['secret', 'password'],
  apiKey: ['secret', 'API key'],
};

function requireSecret({ kind }: ConnectionSettings, hasSecret: boolean): void {
  const [param, name] = SECRETS[kind];
  if (kind !== 'authorizationCode' && !hasSecret) throw refused(param, `Enter the ${name}.`);
}

/** Otherwise anybody who may edit could have a client's secret sent to a server of their own. */
function requireSameReceiver(was: ConnectionSettings, is: ConnectionSettings): void {
  const [param, name] = SECRETS[is.kind];
  const again = (what: string) => refused(param, `Enter the ${name} again: the ${what} is another one.`);
  if (hasOAuth(was) && hasOAuth(is)) {
    if (was.tokenUrl !== is.tokenUrl) throw again('token URL');
  } else if (was.kind !== is.kind) throw again('kind');
}

/** Returns the settings, and the secret apart from them. */
export function partsOf(edited: CheckedConnection): {
  settings: ConnectionSettings;
  secret: string | undefined;
} {
  if (hasOAuth(edited)) {
    const { clientSecret, ...settings } = edited;
    return { settings, secret: clientSecret };
  }
  const { secret, ...settings } = edited;
  return { settings, secret };
}

const firstStateOf = (settings: ConnectionSettings): string =>
  hasOAuth(settings) ? 'disconnected' : 'connected';

/** Returns the columns; those of other kinds are null. */
function columnsOf(settings: ConnectionSettings) {
  const oauth = hasOAuth(settings) ? settings : null;
  const apiKey = settings.kind === 'apiKey' ? settings : null;
  return {
    name: settings.name,
    kind: settings.kind,
    authorizeUrl: oauth?.authorizeUrl ?? null,
    tokenUrl: oauth?.tokenUrl ?? null,
    clientId: oauth?.clientId ?? null,
    sendCredentials: oauth?.sendCredentials ?? null,
    scopes: oauth?.scopes ?? null,
    parameters: oauth?.parameters ?? Prisma.DbNull,
    exchangeParameters: oauth?.exchangeParameters ?? Prisma.DbNull,
    renewalParameters: oauth?.renewalParameters ?? Prisma.DbNull,
    pkce: oauth?.pkce ?? null,
    expiredAnswers: oauth?.expiredAnswers ?? Prisma.DbNull,
    username: settings.kind === 'basic' ? settings.username : null,
    keyIn: apiKey?.in ?? null,
    keyName: apiKey?.keyName ?? null,
  };
}

/** Runs `change`; then every process reloads the connection. @throws AppError invalid_request: taken name */
async function changeConnection<T>(
  { id }: OneConnection,
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  try {
    const result = await prisma().$transaction(change);
    await notify('connections', id);
    return result;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw refused('name', 'Another connection has this name.');
    throw error;
  }
}

const refused = (param: string, message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
