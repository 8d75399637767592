import type { FileStore, OutboundClient } from '../../platform/outbound-http/contract';
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
  return {
    request: (request, options) => client.request(request, { ...options, files }),
    close: () => client.close(),
  };
}
