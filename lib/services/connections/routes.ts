import { Reply } from '../../platform/http/reply';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation, publicOperation } from '../access/operation';
import { putGuards, replyOfPut } from '../external-ids/create-or-change';
import { createConnection, deleteConnection, disconnect, updateConnection } from './change-connection';
import { connect } from './connect';
import {
  connectEndpoint,
  connectionCallbackEndpoint,
  connectionUsesEndpoint,
  createConnectionEndpoint,
  deleteConnectionEndpoint,
  disconnectEndpoint,
  listConnectionsEndpoint,
  putConnectionEndpoint,
  updateConnectionEndpoint,
} from './endpoints';
import { finishAuthorization } from './finish-authorization';
import { connectionUses, listConnections } from './list-connections';
import { putConnection } from './put-connection';

export const connectionRoutes: readonly Operation[] = [
  listOperation(listConnectionsEndpoint, newestFirst, (actor, { params }) => listConnections(actor, params)),
  operation(createConnectionEndpoint, createConnection),
  operation(
    putConnectionEndpoint,
    async (actor, { params, body }) =>
      replyOfPut(await putConnection(actor, { ...params, connection: body })),
    { guards: putGuards('connections', ['connection.created', 'connection.updated']) },
  ),
  operation(updateConnectionEndpoint, updateConnection),
  operation(deleteConnectionEndpoint, deleteConnection),
  operation(
    connectEndpoint,
    (actor, { params, body }, context) =>
      connect(actor, { ...params, ownWindow: body.window === 'own' }, context.header('cookie')),
    {
      guards: {
        role: 'writer',
        quota: { none: 'It adds none.' },
        audit: { actions: ['connection.connected'], unless: 'the person is sent to the provider first' },
        transaction: { own: '`keepTokens` writes the tokens, also when the person comes back.' },
      },
    },
  ),
  operation(disconnectEndpoint, disconnect),
  listOperation(connectionUsesEndpoint, newestFirst, (actor, { params }) => connectionUses(actor, params)),
  publicOperation(connectionCallbackEndpoint, async (actor, { query }, context) => {
    const location = await finishAuthorization(actor, query, context.header('cookie'));
    return new Reply(null, 303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }),
];
