import type { FileStore, OutboundClient } from '../../platform/outbound-http/contract';
import { wrapClient } from '../../platform/outbound-http/wrap-client';
import type { FileOwner } from './file-owner';
import { readStored } from './read-stored';
import { createStored } from './write-stored';

const fileStore = (owner: FileOwner): FileStore => ({
  create: (file) => createStored(owner, file),
  read: (file) => readStored(owner, file),
});

/** Returns a client that stores large responses as files of `owner`, and sends such files. */
export function withFiles(client: OutboundClient, owner: FileOwner): OutboundClient {
  const files = fileStore(owner);
  return wrapClient(client, (request, options) => client.request(request, { ...options, files }));
}
