import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './address-rules';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Proxies whose `X-Forwarded-For` is trusted: the nearest `hops` senders, or those at the listed addresses.
 */
export type TrustedProxies = { hops: number } | { ranges: ReadonlyArray<{ network: Address; bits: number }> };

const MAX_HOPS = 16;
/** Longer headers don't come from a chain of proxies; only the last characters are read. */
const MAX_FORWARDED_CHARS = 2_048;

/**
 * Parses `TRUST_PROXY`: the number of proxies in a row (`1`), or their addresses and CIDR ranges separated
 * by commas (`10.0.0.0/8, fd00::1`). Empty text and `0` trust nobody.
 *
 * @throws Error whose message names the entry that can't be parsed
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) {
    if (Number(trimmed) > MAX_HOPS) throw new Error(`counts at most ${MAX_HOPS} proxies`);
    return { hops: Number(trimmed) };
  }
  const entries = trimmed.split(',').map((entry) => entry.trim());
  return { ranges: entries.filter((entry) => entry !== '').map(parseRange) };
}

export type AddressRange = { network: Address; bits: number };

/** Parses addresses and CIDR ranges separated by commas or white space. @throws Error that names a bad one */
export const parseRanges = (text: string): AddressRange[] =>
  text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseRange);

/** Returns true if an address lies in one of the ranges; IPv4-mapped addresses count as IPv4. */
export const isInRanges = (address: string, ranges: readonly AddressRange[]): boolean =>
  isInside(unmapped(address), ranges);

/** Returns true if all of a range lies in one of the others. */
export const isRangeInside = ({ network, bits }: AddressRange, ranges: readonly AddressRange[]): boolean =>
  ranges.some(
    (outer) =>
      outer.network.kind() === network.kind() &&
      outer.bits <= bits &&
      network.match(outer.network, outer.bits),
  );

function parseRange(entry: string): AddressRange {
  const slash = entry.indexOf('/');
  const network = parseAddress(slash === -1 ? entry : entry.slice(0, slash));
  const mostBits = network?.kind() === 'ipv4' ? 32 : 128;
  const bits = slash === -1 ? mostBits : Number(/^\d{1,3}$/.exec(entry.slice(slash + 1))?.[0] ?? -1);
  if (network === null || bits < 0 || bits > mostBits)
    throw new Error(
      `has "${entry.slice(0, 60)}", which is neither a number of proxies nor an address or range ` +
        'such as 10.0.0.5 or 10.0.0.0/8',
    );
  return { network, bits };
}

/** Returns true if the peer is a trusted proxy, whose headers for scheme and host may be trusted too. */
export function isTrustedProxy(peer: string, trusted: TrustedProxies): boolean {
  if ('hops' in trusted) return trusted.hops > 0;
  return trusted.ranges.length > 0 && isInside(unmapped(peer), trusted.ranges);
}

/**
 * Returns the real client address of a request, IPv4-mapped ones as IPv4. `X-Forwarded-For` is read from
 * the right, because the client may have forged everything left of the entries that trusted proxies added.
 *
 * @param peer the address at the other end of the connection; undefined when the connection is gone already
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let address = withoutMapping(peer ?? '');
  if (forwardedFor === undefined || !isTrustedProxy(address, trusted)) return address;
  const named = forwardedFor.slice(-MAX_FORWARDED_CHARS).split(',').reverse();
  let hop = 0;
  for (const entry of named) {
    hop += 1;
    const believed = 'hops' in trusted ? hop <= trusted.hops : isTrustedProxy(address, trusted);
    const next = believed ? bareAddress(entry.trim()) : null;
    if (next === null) break;
    address = next;
  }
  return address;
}

/**
 * Returns the key under which requests of an address are counted: an IPv4 address itself, the /64 network
 * of an IPv6 address (a single customer has all of it), and `unknown` for text that is no address.
 */
export function addressBucket(address: string): string {
  const parsed = unmapped(address);
  if (parsed === null) return 'unknown';
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Strips a port that a proxy added (`203.0.113.7:4711`, `[2001:db8::1]:4711`); null for anything else. */
function bareAddress(entry: string): string | null {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(entry)?.[1];
  const address = bracketed ?? withPort ?? entry;
  return isIP(address) === 0 ? null : withoutMapping(address);
}

/** Works on text, because most addresses need no parsing. */
function withoutMapping(address: string): string {
  return /^::ffff:/i.test(address) ? (unmapped(address)?.toString() ?? address) : address;
}

function unmapped(address: string): Address | null {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

function isInside(
  address: Address | null,
  ranges: ReadonlyArray<{ network: Address; bits: number }>,
): boolean {
  return (
    address !== null &&
    ranges.some(({ network, bits }) => network.kind() === address.kind() && address.match(network, bits))
  );
}
