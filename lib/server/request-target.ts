import type { IncomingMessage } from 'node:http';
import { env } from '../platform/env';
import { AppError } from '../platform/errors';

/** Without the name of anybody, and nothing that is read in two ways. */
const ABSOLUTE = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?(?=[/?]|$)/i;

/**
 * Makes what a request asks for a path, as everything behind this expects it. A target that names this server
 * in full counts as its path, and its host as the request's; another server's is refused, because this is no
 * proxy. `OPTIONS *` stays as it is.
 * @throws AppError invalid_request
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '/', method, socket } = request;
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return;
  if (url === '*') throw new AppError('invalid_request', 'Only OPTIONS asks about “*”. Name a path.');
  const origin = ABSOLUTE.exec(url)?.[0];
  if (origin === undefined || !URL.canParse(origin))
    throw new AppError('invalid_request', 'This is neither a path nor a URL of this server.');
  const { host } = new URL(origin);
  if (!isOwnHost(host, socket))
    throw new AppError('invalid_request', 'This server answers for itself alone: it is not a proxy.');
  // As it was written: behind this a path is compared letter by letter.
  const rest = url.slice(origin.length);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host;
}

/** By one of its names, or by the address that the connection came to. */
function isOwnHost(host: string, { localAddress, localPort }: IncomingMessage['socket']): boolean {
  const { NEXTAUTH_URL, ANSWERS_URL, HOST, PORT } = env();
  const names = [HOST, 'localhost', '127.0.0.1', '::1'].map((name) => hostOf(name, PORT));
  const published = [NEXTAUTH_URL, ANSWERS_URL].flatMap((url) =>
    url === undefined ? [] : new URL(url).host,
  );
  const reached = localAddress === undefined ? [] : hostOf(localAddress.replace(/^::ffff:/, ''), localPort);
  return [...published, ...names, ...[reached].flat()].includes(host);
}

/** As a URL has it: without the port that goes without saying. */
function hostOf(name: string, port: number | undefined): string {
  const written = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  return URL.canParse(written) ? new URL(written).host : name;
}
