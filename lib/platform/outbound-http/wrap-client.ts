import type { OutboundClient } from './contract';

/** Returns a client for one run or caller, which sends its requests in another way. */
export const wrapClient = (client: OutboundClient, request: OutboundClient['request']): OutboundClient => ({
  request,
  close: () => client.close(),
  shared: sharedClient(client),
});

/** Returns the client of the process behind `client`. */
export const sharedClient = (client: OutboundClient): OutboundClient => client.shared ?? client;
