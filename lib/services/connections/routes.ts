import type { Operation } from '../../platform/http/operation';
import { Reply } from '../../platform/http/reply';
import { operation, publicOperation } from '../access/operation';
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
  updateConnectionEndpoint,
} from './endpoints';
import { finishAuthorization } from './finish-authorization';
import { connectionUses, listConnections } from './list-connections';

export const connectionRoutes: readonly Operation[] = [
  operation(listConnectionsEndpoint, (actor, { params }) => listConnections(actor, params)),
  operation(createConnectionEndpoint, (actor, { params, body }) =>
    createConnection(actor, { ...body, ...params }),
  ),
  operation(updateConnectionEndpoint, (actor, { params, body }) =>
    updateConnection(actor, { ...body, ...params }),
  ),
  operation(
    deleteConnectionEndpoint,
    async (actor, { params }) => void (await deleteConnection(actor, params)),
  ),
  operation(connectEndpoint, (actor, { params }, context) =>
    connect(actor, params, context.header('cookie')),
  ),
  operation(disconnectEndpoint, (actor, { params }) => disconnect(actor, params)),
  operation(connectionUsesEndpoint, (actor, { params }) => connectionUses(actor, params)),
  publicOperation(connectionCallbackEndpoint, async (actor, { query }, context) => {
    const location = await finishAuthorization(actor, query, context.header('cookie'));
    return new Reply(null, 303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }),
];
