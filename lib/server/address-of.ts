import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../platform/addresses/client-address';
import { env } from '../platform/env';

/** Returns the client's address, past the proxies that `TRUST_PROXY` names. */
export function addressOf(request: IncomingMessage): string {
  const forwardedFor = request.headers['x-forwarded-for'];
  // Node joins repeated headers of this name with commas.
  return clientAddress(request.socket.remoteAddress, forwardedFor as string | undefined, env().TRUST_PROXY);
}
