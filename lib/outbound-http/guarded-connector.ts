import { isIP, type LookupFunction, connect as openTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard';
import { describeNetworkError } from './network-error';
import { OutboundFailure } from './outbound-failure';

/** Set by the connector as the connection comes up; milliseconds. */
export interface ConnectTrace {
  dnsMs: number;
  connectMs: number;
  tlsMs: number;
  /** Gives the connection up while it is being made; without effect afterwards. */
  abandon(failure: OutboundFailure): void;
}

export interface ConnectorOptions {
  guard: AddressGuard;
  /** Over lookup, TCP and TLS together. */
  connectTimeoutMs: number;
  /** Extra trusted root certificates, PEM. */
  ca?: string;
  /** Told of each new connection before it is tried. */
  onConnecting: (trace: ConnectTrace) => void;
}

const MAX_TLS_SESSIONS = 200;
/** Node's 250 ms make a slow but sound IPv4 route lose to an IPv6 route that isn't there. */
const NEXT_ADDRESS_AFTER_MS = 1_000;
const KEEP_ALIVE_PROBE_AFTER_MS = 60_000;

/**
 * Opens sockets for undici. Each address is judged on the way into `connect`, literal or looked up, so there is no moment
 * between the check and the use of an address. Errors reach the request as `OutboundFailure` with the phase they belong to.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const sessions = new Map<string, Buffer>();

  return ({ hostname, protocol, port: portText, servername }, callback) => {
    const secure = protocol === 'https:';
    const port = Number(portText) || (secure ? 443 : 80);
    const startedAt = performance.now();
    const trace: ConnectTrace = { dnsMs: 0, connectMs: 0, tlsMs: 0, abandon: () => undefined };
    let phase: 'dns' | 'connect' | 'tls' = 'connect';

    const lookup: LookupFunction = (name, lookupOptions, done) => {
      phase = 'dns';
      options.guard.resolve(name, port).then(
        (addresses) => {
          phase = 'connect';
          trace.dnsMs = performance.now() - startedAt;
          const [first] = addresses;
          if (lookupOptions.all || first === undefined) done(null, addresses);
          else done(null, first.address, first.family);
        },
        (error: Error) => done(error, ''),
      );
    };

    try {
      if (isIP(hostname) !== 0) options.guard.vetLiteral(hostname, port);
    } catch (error) {
      callback(describeNetworkError(error, 'connect', hostname), null);
      return;
    }

    const target: TcpNetConnectOpts = {
      host: hostname,
      port,
      lookup,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBE_AFTER_MS,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    };
    const sessionKey = `${servername ?? hostname}:${port}`;
    const socket: Socket | TLSSocket = secure
      ? openTls({
          ...target,
          servername: servername ?? '',
          ca: options.ca,
          session: sessions.get(sessionKey),
          ALPNProtocols: ['http/1.1'],
        })
      : openTcp(target);

    const timer = setTimeout(() => {
      const seconds = Math.round(options.connectTimeoutMs / 1000);
      const message = `${hostname} did not accept a connection within ${seconds} s. Check host, port and firewall.`;
      socket.destroy(new OutboundFailure('TIMEOUT', message, 'connect'));
    }, options.connectTimeoutMs);

    let settled = false;
    const settle = (error: Error | null) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (error === null) callback(null, socket);
      else callback(describeNetworkError(error, phase, hostname), null);
    };

    socket.once('connect', () => {
      trace.connectMs = performance.now() - startedAt - trace.dnsMs;
      if (secure) phase = 'tls';
      else settle(null);
    });
    if (secure) {
      socket.once('secureConnect', () => {
        trace.tlsMs = performance.now() - startedAt - trace.dnsMs - trace.connectMs;
        settle(null);
      });
      socket.on('session', (session: Buffer) => rememberSession(sessions, sessionKey, session));
    }
    // Stays for the socket's life: undici's own listener comes later and goes earlier.
    socket.on('error', settle);
    socket.once('close', () => settle(new Error('closed before it was ready')));

    trace.abandon = (failure) => {
      if (!settled) socket.destroy(failure);
    };
    options.onConnecting(trace);
  };
}

function rememberSession(sessions: Map<string, Buffer>, key: string, session: Buffer): void {
  sessions.delete(key);
  sessions.set(key, session);
  const oldest = sessions.keys().next();
  if (sessions.size > MAX_TLS_SESSIONS && !oldest.done) sessions.delete(oldest.value);
}
