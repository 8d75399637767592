import { networkInterfaces } from 'node:os';
import { classifyAddress, parseAddress } from '../addresses/address-rules';

/** Where Millrace's own parts listen. */
export interface OwnService {
  /**
   * Null: this machine, whichever of its addresses is used. Else a name or an address as a URL spells it,
   * without brackets.
   */
  host: string | null;
  port: number;
}

/**
 * Whether a connection would end at one of our own parts. Only an entry of `OUTBOUND_ALLOW` with that very
 * port opens them.
 */
export type IsOwnService = (host: string, address: string, port: number) => boolean;

const DEFAULT_POSTGRES_PORT = 5_432;
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * The server's own port on this machine, and the database. `databaseUrl` may name several hosts, or a
 * socket's folder.
 */
export function ownServices(port: number, databaseUrl: string): OwnService[] {
  const authority = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)/.exec(databaseUrl)?.[1] ?? '';
  const databases = authority.split(',').map((entry) => {
    const [, host = '', number] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    const name = host.replace(/^\[|\]$/g, '').toLowerCase();
    return { host: THIS_MACHINE.has(name) ? null : name, port: Number(number ?? DEFAULT_POSTGRES_PORT) };
  });
  return [{ host: null, port }, ...databases.filter(({ host }) => host !== '')];
}

/**
 * A database known by name may be reached at any private address that this name leads to, now or later: on
 * its port, each of them counts as the database.
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

/** Asked for our own ports alone, so it may look at the machine's addresses as they are now. */
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
