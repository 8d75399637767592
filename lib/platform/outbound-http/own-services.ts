import { networkInterfaces } from 'node:os';
import { classifyAddress, parseAddress } from '../addresses/address-rules';

/** A place where one of Millrace's own parts listens. */
export interface OwnService {
  /**
   * Null: this machine, at any of its addresses. Otherwise a name or an address as a URL spells it, without
   * brackets.
   */
  host: string | null;
  port: number;
}

/**
 * Returns true if a connection would end at one of our own parts. Only an entry of `OUTBOUND_ALLOW` with
 * exactly that port opens them.
 */
export type IsOwnService = (host: string, address: string, port: number) => boolean;

const DEFAULT_POSTGRES_PORT = 5_432;
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Returns the server's own port on this machine, and the database. `databaseUrl` may name several hosts (also in
 * `failover`), or a socket's folder.
 */
export function ownServices(port: number, databaseUrl: string): OwnService[] {
  const authority = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)/.exec(databaseUrl)?.[1] ?? '';
  const others = new URLSearchParams(/\?([^#]*)/.exec(databaseUrl)?.[1]).get('failover') ?? '';
  const databases = [...authority.split(','), ...others.split(',')].map((entry) => {
    const [, host = '', number] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    const name = host.replace(/^\[|\]$/g, '').toLowerCase();
    return { host: THIS_MACHINE.has(name) ? null : name, port: Number(number ?? DEFAULT_POSTGRES_PORT) };
  });
  return [{ host: null, port }, ...databases.filter(({ host }) => host !== '')];
}

/**
 * A database with a host name may be reached at any private address that the name resolves to, now or
 * later: on its port, each private address counts as the database.
 */
export function createIsOwnService(services: readonly OwnService[]): IsOwnService {
  const ports = new Set(services.map(({ port }) => port));
  return (host, address, port) =>
    ports.has(port) &&
    services.some((service) => {
      if (service.port !== port) return false;
      if (service.host === null) return isThisMachine(address);
      if (service.host === host || isSame(service.host, address)) return true;
      return parseAddress(service.host) === null && classifyAddress(address) !== 'public';
    });
}

/** Called for our own ports only, so it can afford to read the machine's current addresses. */
function isThisMachine(address: string): boolean {
  const kind = classifyAddress(address);
  // 0.0.0.0/8 and 127.0.0.0/8 are this machine; tunnelled and embedded addresses may be.
  if (!['public', 'private', 'link-local', 'carrier-grade NAT'].includes(kind)) return true;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return own.some((each) => isSame(each.address, address));
}

function isSame(one: string, other: string): boolean {
  const parsed = parseAddress(one)?.toNormalizedString();
  return parsed !== undefined && parsed === parseAddress(other)?.toNormalizedString();
}
