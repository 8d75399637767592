import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The kind of an address, worded to fit "… is a <kind> address". Only `public` addresses may be called
 * without the operator's permission.
 */
export type AddressKind =
  | 'public'
  | 'cloud metadata'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'carrier-grade NAT'
  | 'multicast'
  | 'IPv4-mapped'
  | 'IPv4-compatible'
  | 'NAT64'
  | '6to4'
  | 'Teredo'
  | 'ISATAP'
  | 'reserved';

/**
 * One range per line, most specific first. An address outside all ranges is public (IPv4) or closed (IPv6).
 */
const IPV4_RANGES = rangesOf([
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['169.254.0.0/16', 'link-local'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['224.0.0.0/4', 'multicast'],
  ['0.0.0.0/8', 'reserved'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.88.99.0/24', '6to4'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['240.0.0.0/4', 'reserved'],
]);

const IPV6_RANGES = rangesOf([
  ['::1/128', 'loopback'],
  ['::/128', 'reserved'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-mapped'],
  ['::/96', 'IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['fc00::/7', 'private'],
  ['fec0::/10', 'private'],
  ['fe80::/10', 'link-local'],
  ['ff00::/8', 'multicast'],
  ['2002::/16', '6to4'],
  ['2001::/32', 'Teredo'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['3fff::/20', 'reserved'],
  ['2000::/3', 'public'],
]);

/**
 * Addresses where clouds give credentials to anything that can connect. Closed even inside a range that the
 * operator opened.
 */
const METADATA = new Set(
  [
    '169.254.169.254', // AWS, GCP, Azure, DigitalOcean, Oracle, OpenStack
    '169.254.170.2', // AWS ECS task credentials
    '169.254.170.23', // AWS EKS pod identity
    '169.254.0.23', // Tencent
    '168.63.129.16', // Azure wire server: a public range, reachable from inside only
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle Classic
    'fd00:ec2::254', // AWS
    'fd00:ec2::23', // AWS EKS pod identity
    'fd20:ce::254', // GCP
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

/**
 * Classifies an IP address as the resolver or URL parser writes it; text that is no address is `reserved`.
 */
export function classifyAddress(address: string): AddressKind {
  const parsed = parseAddress(address);
  if (parsed === null) return 'reserved';
  if (isMetadata(parsed)) return 'cloud metadata';
  if (parsed instanceof ipaddr.IPv4) return kindIn(IPV4_RANGES, parsed) ?? 'public';
  const kind = kindIn(IPV6_RANGES, parsed) ?? 'reserved';
  return kind === 'public' && isIsatap(parsed.toByteArray()) ? 'ISATAP' : kind;
}

/** Parses a complete, canonical IPv4 or IPv6 address, ignoring an IPv6 zone; null for anything else. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/%.*$/s, '');
  const family = isIP(bare);
  if (family === 0) return null;
  return ipaddr.parse(family === 6 ? withoutDottedTail(bare) : bare);
}

/** Rewrites a dotted IPv4 tail: ipaddr.js takes any IPv6 address with such a tail for a mapped one. */
function withoutDottedTail(address: string): string {
  return address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_tail, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (METADATA.has(address.toNormalizedString())) return true;
  if (address instanceof ipaddr.IPv4) return false;
  return embeddedIpv4(address.toByteArray()).some((inner) => METADATA.has(inner));
}

/** Returns every IPv4 address that a router or a tunnel might extract from these 16 bytes. */
function embeddedIpv4(bytes: number[]): string[] {
  const tail = bytes.slice(12);
  const teredoClient = tail.map((byte) => byte ^ 0xff);
  return [tail, bytes.slice(2, 6), bytes.slice(4, 8), teredoClient].map((quad) => quad.join('.'));
}

function isIsatap(bytes: number[]): boolean {
  return (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

type Range = { network: ipaddr.IPv4 | ipaddr.IPv6; bits: number; kind: AddressKind };

function rangesOf(rows: Array<[string, AddressKind]>): Range[] {
  return rows.map(([cidr, kind]) => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return { network, bits, kind };
  });
}

function kindIn(ranges: Range[], address: ipaddr.IPv4 | ipaddr.IPv6): AddressKind | null {
  return ranges.find((range) => address.match(range.network, range.bits))?.kind ?? null;
}
