import { once } from 'node:events';
import { connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { describeNetworkError } from './network-error';
import { OutboundFailure } from './outbound-failure';

const MAX_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = '\r\n\r\n';

/**
 * Opens a connection to `authority` (`host:port`) through a proxy with `CONNECT` (RFC 9110, 9.3.6). The
 * guard doesn't look at the proxy itself: its address is the operator's setting.
 * @param signal its reason becomes the error
 */
export async function openTunnel(proxy: URL, authority: string, signal: AbortSignal): Promise<Socket> {
  const isSecure = proxy.protocol === 'https:';
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const port = Number(proxy.port) || (isSecure ? 443 : 80);
  const name = `${proxy.hostname}:${port} (the proxy of HTTP_PROXY or HTTPS_PROXY)`;
  const socket = isSecure
    ? openTls({ host, port, servername: host, ALPNProtocols: ['http/1.1'] })
    : openTcp({ host, port, noDelay: true, autoSelectFamily: true });
  const abandon = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', abandon);
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    socket.write(connectRequest(proxy, authority));
    const { status, rest } = await readAnswer(socket);
    if (status < 200 || status > 299) throw refused(name, authority, status);
    if (rest.length > 0) socket.unshift(rest);
    return socket;
  } catch (error) {
    socket.destroy();
    throw describeNetworkError(signal.aborted ? signal.reason : error, 'connect', name);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

function connectRequest({ username, password }: URL, authority: string): string {
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const proof =
    username === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proof}\r\n`;
}

/** Reads the answer's head; `rest` is what came behind it. */
async function readAnswer(socket: Socket): Promise<{ status: number; rest: Buffer }> {
  let head = Buffer.alloc(0);
  while (head.length <= MAX_HEAD_BYTES) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      if (socket.readableEnded || socket.destroyed) throw new Error('it closed the connection');
      await Promise.race([once(socket, 'readable'), once(socket, 'end'), once(socket, 'close')]);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(END_OF_HEAD);
    if (end === -1) continue;
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 16)) ?? [];
    if (status === undefined) break;
    return { status: Number(status), rest: head.subarray(end + END_OF_HEAD.length) };
  }
  throw new Error('it did not answer CONNECT as an HTTP proxy does');
}

function refused(name: string, authority: string, status: number): OutboundFailure {
  const cure =
    status === 407
      ? 'Put its user and password into the setting, as http://user:password@host:port.'
      : 'Let it allow CONNECT to this port. If it decides by names, set OUTBOUND_PROXY_TARGET=name.';
  return new OutboundFailure(
    'CONNECTION_REFUSED',
    `${name} answered ${status} when asked to connect to ${authority}. ${cure}`,
    'connect',
  );
}
