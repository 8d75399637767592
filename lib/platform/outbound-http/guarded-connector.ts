import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as openTls, type TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';
import type { ProxyFor } from '../addresses/operator-proxy';
import type { AddressGuard } from './address-guard';
import { ConnectProgress, type ConnectTrace } from './connect-progress';
import { describeNetworkError } from './network-error';
import { OutboundFailure } from './outbound-failure';
import { openThrough } from './proxied-connection';
import { watchFlow } from './socket-flow';

export interface ConnectorOptions {
  guard: AddressGuard;
  /** The limit for lookup, TCP and TLS together. */
  connectTimeoutMs: number;
  /** The maximum size of a response's head, not counting interim responses. */
  maxHeadBytes: number;
  /** Extra trusted root certificates, PEM. */
  ca?: string;
  proxyFor: ProxyFor;
  /** What a proxy is asked to connect to: an address that was checked, or the name that has it. */
  proxyTarget: 'address' | 'name';
  /** Called for each new connection before it is opened. */
  onConnecting: (trace: ConnectTrace) => void;
}

const MAX_TLS_SESSIONS = 200;
/** With Node's 250 ms a slow but working IPv4 route loses to an IPv6 route that doesn't exist. */
const NEXT_ADDRESS_AFTER_MS = 1_000;
const KEEP_ALIVE_PROBE_AFTER_MS = 60_000;

/**
 * Creates a function that opens sockets for undici. Each address, literal or resolved, is checked on the
 * way into `connect`, so there is no gap between the check and the use of an address. Errors reach the
 * request as `OutboundFailure` with their phase.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const sessions = new LRUCache<string, Buffer>({ max: MAX_TLS_SESSIONS });

  return ({ hostname, protocol, port: portText, servername }, callback) => {
    const isSecure = protocol === 'https:';
    const port = Number(portText) || (isSecure ? 443 : 80);
    try {
      if (isIP(hostname) !== 0) options.guard.vetLiteral(hostname, port);
    } catch (error) {
      callback(describeNetworkError(error, 'connect', hostname), null);
      return;
    }

    const progress = new ConnectProgress(isSecure);
    const proxy = options.proxyFor(protocol, hostname, port);
    if (proxy !== null) {
      const abandoned = new AbortController();
      const timer = setTimeout(
        () => abandoned.abort(connectTimedOut(hostname, options.connectTimeoutMs)),
        options.connectTimeoutMs,
      );
      progress.abandon = (failure) => abandoned.abort(failure);
      options.onConnecting(progress);
      const target = { host: hostname, port, ca: options.ca, servername: servername ?? '' };
      const secure = (tunnel: Socket) => openSecure({ ...target, socket: tunnel }, sessions);
      openThrough({ ...options, proxy, target, progress, secure, signal: abandoned.signal }).then(
        (socket) => {
          clearTimeout(timer);
          progress.abandon = () => undefined;
          watchFlow(socket, options.maxHeadBytes);
          callback(null, socket);
        },
        (error: unknown) => {
          clearTimeout(timer);
          callback(describeNetworkError(error, progress.phase, hostname), null);
        },
      );
      return;
    }
    const target = {
      ...TCP_OPTIONS,
      host: hostname,
      port,
      lookup: guardedLookup(options.guard, port, progress),
    };
    const socket = isSecure
      ? openSecure({ ...target, ca: options.ca, servername: servername ?? '' }, sessions)
      : openTcp(target);
    const timer = setTimeout(
      () => socket.destroy(connectTimedOut(hostname, options.connectTimeoutMs)),
      options.connectTimeoutMs,
    );

    const settle = (error: Error | null) => {
      if (progress.isSettled) return;
      progress.isSettled = true;
      clearTimeout(timer);
      if (error === null) {
        watchFlow(socket, options.maxHeadBytes);
        callback(null, socket);
      } else callback(describeNetworkError(error, progress.phase, hostname), null);
    };
    socket.once('connect', () => {
      progress.connected();
      if (!isSecure) settle(null);
    });
    socket.once('secureConnect', () => {
      progress.secured();
      settle(null);
    });
    // Kept for the socket's life: undici adds its own listener later and removes it earlier.
    socket.on('error', settle);
    socket.once('close', () => settle(new Error('closed before it was ready')));

    progress.abandon = (failure) => {
      if (!progress.isSettled) socket.destroy(failure);
    };
    options.onConnecting(progress);
  };
}

const TCP_OPTIONS = {
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: KEEP_ALIVE_PROBE_AFTER_MS,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
} as const;

function guardedLookup(guard: AddressGuard, port: number, progress: ConnectProgress): LookupFunction {
  return (name, { all }, done) => {
    progress.phase = 'dns';
    guard.resolve(name, port).then(
      (addresses) => {
        progress.resolved();
        const [first] = addresses;
        if (all || first === undefined) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
}

/** Resumes the last TLS session with the same server, which saves a round trip. */
function openSecure(
  target: ConnectionOptions & { port: number },
  sessions: LRUCache<string, Buffer>,
): TLSSocket {
  const key = `${target.servername || target.host}:${target.port}`;
  const socket = openTls({ ...target, session: sessions.get(key), ALPNProtocols: ['http/1.1'] });
  socket.on('session', (session: Buffer) => void sessions.set(key, session));
  return socket;
}

function connectTimedOut(hostname: string, limitMs: number): OutboundFailure {
  return new OutboundFailure(
    'TIMEOUT',
    `${hostname} did not accept a connection within ${limitMs / 1000} s. Check host, port and firewall.`,
    'connect',
  );
}
