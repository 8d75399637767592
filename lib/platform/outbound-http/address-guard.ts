import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { classifyAddress } from '../addresses/address-rules';
import { type AllowList, allowsAddress, allowsHost } from '../addresses/allow-list';
import { describeNetworkError } from './network-error';
import { OutboundFailure } from './outbound-failure';
import type { IsOwnService } from './own-services';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Returns every address of a name, in the order to try them. Rejects with Node's DNS errors. */
export type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

export interface AddressGuard {
  /** Throws `ADDRESS_NOT_ALLOWED` for an address in the URL itself; resolvers are never asked for those. */
  vetLiteral(address: string, port: number): void;
  /** Resolves a name to the addresses that may be connected to. Rejects with an `OutboundFailure`. */
  resolve(hostname: string, port: number): Promise<ResolvedAddress[]>;
}

/**
 * Decides which addresses may be connected to. It is called when the connection is opened, so that no
 * second lookup can differ.
 */
export function createAddressGuard(
  allow: AllowList,
  resolveHost: ResolveHost = resolveBySystem,
  isOwnService: IsOwnService = () => false,
): AddressGuard {
  return {
    vetLiteral(address, port) {
      const host = address.includes(':') ? `[${address}]` : address;
      if (isOwnService(address, address, port)) {
        if (allowsAddress(allow, address, port, true)) return;
        throw refusal(`${host}:${port} is one of Millrace's own services`, `${host}:${port}`);
      }
      const kind = classifyAddress(address);
      if (kind === 'public' || (kind !== 'cloud metadata' && allowsAddress(allow, address, port))) return;
      throw refusal(`${host} is a ${kind} address`, kind === 'cloud metadata' ? null : `${host}:${port}`);
    },

    async resolve(hostname, port) {
      if (hostname.endsWith('.')) throw refusal(`${hostname} ends with a dot`, null);
      const found = await lookUp(resolveHost, hostname);
      const own = found.some(({ address }) => isOwnService(hostname, address, port));
      const open = allowsHost(allow, hostname, port, own);
      if (own && !open && !found.every(({ address }) => allowsAddress(allow, address, port, true)))
        throw refusal(`${hostname}:${port} leads to one of Millrace's own services`, `${hostname}:${port}`);
      const judged = found.map((candidate) => {
        const kind = classifyAddress(candidate.address);
        const opened = kind !== 'cloud metadata' && (open || allowsAddress(allow, candidate.address, port));
        return { candidate, kind, opened };
      });
      // Public beside private addresses are typical of rebinding: such a name is refused entirely unless
      // the operator opened part of it.
      const closed = judged.find(({ kind, opened }) => kind !== 'public' && !opened);
      if (closed && (closed.kind === 'cloud metadata' || !judged.some(({ opened }) => opened))) {
        const cure = closed.kind === 'cloud metadata' ? null : `${hostname}:${port}`;
        throw refusal(`${hostname} leads to a ${closed.kind} address`, cure);
      }
      return judged
        .filter(({ kind, opened }) => kind === 'public' || opened)
        .map(({ candidate }) => candidate);
    },
  };
}

async function lookUp(resolveHost: ResolveHost, hostname: string): Promise<ResolvedAddress[]> {
  // RFC 6761: such names mean this machine, whatever a resolver returns.
  if (hostname.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }];
  const found = await resolveHost(hostname).catch((error: unknown) => {
    throw describeNetworkError(error, 'dns', hostname);
  });
  const usable = found.filter(({ address }) => isIP(address.replace(/%.*$/s, '')) !== 0);
  if (usable.length === 0) throw describeNetworkError(new Error('no address'), 'dns', hostname);
  return usable;
}

async function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  const found = await systemLookup(hostname, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function refusal(fact: string, openable: string | null): OutboundFailure {
  const cure =
    openable === null
      ? 'Use the address of a public server.'
      : `Use a public server, or have ${openable} added to OUTBOUND_ALLOW, a setting that the server reads when it starts.`;
  return new OutboundFailure(
    'ADDRESS_NOT_ALLOWED',
    `${fact}, which workflows may not call. ${cure}`,
    'connect',
  );
}
