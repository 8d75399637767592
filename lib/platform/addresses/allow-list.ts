import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './address-rules';

interface OpenHost {
  host: string;
  /** Null opens all ports. */
  port: number | null;
}

interface OpenRange {
  network: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
  port: number | null;
}

/**
 * The otherwise closed targets that the operator opened. Cloud metadata addresses stay closed in any case.
 */
export interface AllowList {
  readonly hosts: readonly OpenHost[];
  readonly ranges: readonly OpenRange[];
}

/** An entry that can't be parsed; the message names it and shows the expected form. */
export class AllowListError extends Error {
  override readonly name = 'AllowListError';
}

/**
 * Parses `host[:port]`, addresses and CIDR ranges (`10.0.0.0/8`, `10.0.0.0/8:8080`, `[fd00::/8]:443`),
 * separated by commas. Throws `AllowListError` at the first entry it can't parse.
 */
export function parseAllowList(text: string): AllowList {
  const hosts: OpenHost[] = [];
  const ranges: OpenRange[] = [];
  for (const entry of text.split(',')) {
    const trimmed = entry.trim();
    if (trimmed === '') continue;
    if (trimmed.includes('://')) throw refuse(trimmed, 'leave out the scheme and the path');
    const { target, port } = splitPort(trimmed);
    const range = parseRange(trimmed, target);
    if (range === null) hosts.push({ host: parseHostName(trimmed, target), port });
    else ranges.push({ ...range, port });
  }
  return { hosts, ranges };
}

/** Returns why `text` can't be parsed, or null if it can; checks a setting when the process starts. */
export function explainBadAllowList(text: string): string | null {
  try {
    parseAllowList(text);
    return null;
  } catch (error) {
    if (error instanceof AllowListError) return error.message;
    throw error;
  }
}

/** `host` is lowercase ASCII, as in a URL. If `named`, only an entry with this exact port counts. */
export function allowsHost(allow: AllowList, host: string, port: number, named = false): boolean {
  return allow.hosts.some((entry) => entry.host === host && portFits(entry, port, named));
}

/** An IPv4-mapped address counts as the IPv4 address that the system will connect to. */
export function allowsAddress(allow: AllowList, address: string, port: number, named = false): boolean {
  if (allow.ranges.length === 0) return false;
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  const target =
    parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  return allow.ranges.some(
    (range) =>
      range.network.kind() === target.kind() &&
      target.match(range.network, range.bits) &&
      portFits(range, port, named),
  );
}

function portFits(entry: { port: number | null }, port: number, named: boolean): boolean {
  return entry.port === port || (entry.port === null && !named);
}

function splitPort(entry: string): { target: string; port: number | null } {
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(entry);
  if (bracketed) return { target: bracketed[1] ?? '', port: readPort(entry, bracketed[2]) };
  const colon = entry.indexOf(':');
  if (colon === -1 || colon !== entry.lastIndexOf(':')) return { target: entry, port: null };
  return { target: entry.slice(0, colon), port: readPort(entry, entry.slice(colon + 1)) };
}

function readPort(entry: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw refuse(entry, 'the port must be a number from 1 to 65535');
  return port;
}

/** Parses an address or range; returns null if the entry names a host. */
function parseRange(entry: string, target: string): Omit<OpenRange, 'port'> | null {
  const [address = '', length, ...rest] = target.split('/');
  const family = isIP(address);
  if (family === 0) return null;
  const network = ipaddr.parse(address);
  const most = family === 4 ? 32 : 128;
  if (length === undefined) return { network, bits: most };
  if (rest.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > most) {
    throw refuse(entry, `the part after "/" must be a number from 0 to ${most}`);
  }
  return { network, bits: Number(length) };
}

function parseHostName(entry: string, target: string): string {
  if (target.includes('*')) throw refuse(entry, 'wildcards are not supported, name each host');
  if (target.endsWith('.')) throw refuse(entry, 'leave out the dot at the end');
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/i.test(target))
    throw refuse(entry, 'write the address as four decimal numbers');
  const host = /[/\\?#@\s]/.test(target) ? '' : domainToASCII(target.toLowerCase());
  const isName =
    host.length <= 253 &&
    host.split('.').every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  if (!isName) throw refuse(entry, 'it is neither a host name, an address nor a range');
  return host;
}

function refuse(entry: string, reason: string): AllowListError {
  return new AllowListError(
    `"${entry}" can't be opened for outbound requests: ${reason}. ` +
      'Write host[:port], an address or a range, for example "crm.internal:8080, 10.0.0.0/8, [fd00::/8]:443"',
  );
}
