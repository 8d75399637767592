import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { AddressGuard } from './address-guard';
import type { ConnectProgress } from './connect-progress';
import { openTunnel } from './proxy-tunnel';

interface ProxiedConnection {
  proxy: URL;
  target: { host: string; port: number };
  guard: AddressGuard;
  /** What the proxy is asked to connect to: an address that was checked, or the name that has it. */
  proxyTarget: 'address' | 'name';
  progress: ConnectProgress;
  /** Begins TLS with the target. */
  secure: (tunnel: Socket) => TLSSocket;
  /** Its reason becomes the error. */
  signal: AbortSignal;
}

/**
 * Opens a connection to a server through the operator's proxy. The server's address is checked here; asked
 * for a name, the proxy looks it up again.
 */
export async function openThrough(connection: ProxiedConnection): Promise<Socket> {
  const { proxy, target, proxyTarget, progress, secure, signal } = connection;
  const address = await checkedAddress(connection);
  signal.throwIfAborted();
  progress.resolved();
  const asked = proxyTarget === 'name' ? target.host : address;
  const host = asked.includes(':') ? `[${asked}]` : asked;
  const tunnel = await openTunnel(proxy, `${host}:${target.port}`, signal);
  progress.connected();
  // Kept for the socket's life: undici adds its own listener later and removes it earlier.
  tunnel.on('error', () => undefined);
  if (!progress.isSecure) return tunnel;
  const socket = secure(tunnel);
  socket.on('error', () => undefined);
  signal.addEventListener('abort', () => socket.destroy(signal.reason), { once: true });
  await once(socket, 'secureConnect');
  progress.secured();
  return socket;
}

/** Prefers IPv4: the proxy's network may have no route for the other. */
async function checkedAddress({ guard, target, progress }: ProxiedConnection): Promise<string> {
  const { host, port } = target;
  if (isIP(host) !== 0) return host;
  progress.phase = 'dns';
  const addresses = await guard.resolve(host, port);
  return (addresses.find(({ family }) => family === 4) ?? addresses[0]!).address;
}
