import type { IncomingMessage } from 'node:http';
import { readUrl } from '@/lib/platform/read-url';
import { env } from '../platform/env';
import { AppError } from '../platform/errors';

/** An absolute URL without user information, and without parts that can be parsed in two ways. */
const ABSOLUTE = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?(?=[/?]|$)/i;

/**
 * Normalizes a request's target to a path, as all later code expects. An absolute URL of this server counts
 * as its path, and its host as the request's; another server's is refused, because this is no proxy.
 * `OPTIONS *` stays unchanged.
 * @throws AppError invalid_request
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '/', method, socket } = request;
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return;
  if (url === '*') throw new AppError('invalid_request', 'Only OPTIONS asks about “*”. Name a path.');
  const origin = ABSOLUTE.exec(url)?.[0];
  const host = origin === undefined ? undefined : readUrl(origin)?.host;
  if (origin === undefined || host === undefined)
    throw new AppError('invalid_request', 'This is neither a path nor a URL of this server.');
  if (!isOwnHost(host, socket))
    throw new AppError('invalid_request', 'This server answers for itself alone: it is not a proxy.');
  // Unchanged, because later code compares paths literally.
  const rest = url.slice(origin.length);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host;
}

/** Returns true for one of this server's names, or the address of the connection. */
function isOwnHost(host: string, { localAddress, localPort }: IncomingMessage['socket']): boolean {
  const { NEXTAUTH_URL, ANSWERS_URL, HOST, PORT } = env();
  const names = [HOST, 'localhost', '127.0.0.1', '::1'].map((name) => hostOf(name, PORT));
  const published = [NEXTAUTH_URL, ANSWERS_URL].flatMap((url) =>
    url === undefined ? [] : new URL(url).host,
  );
  const reached = localAddress === undefined ? [] : hostOf(localAddress.replace(/^::ffff:/, ''), localPort);
  return [...published, ...names, ...[reached].flat()].includes(host);
}

/** Formats a host as a URL does: without the default port. */
function hostOf(name: string, port: number | undefined): string {
  const written = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  return readUrl(written)?.host ?? name;
}
