import { readUrl } from '../read-url';

const AUTHORITY = /^https?:\/\/([^/\\?#]*)/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Characters that no host name has, though the URL standard accepts some of them. */
const NOT_IN_HOST = /[\s\p{Cc}"%<>@[\\\]^`{|}]/u;
const WITH_HOST = /^https?:[/\\]{1,2}[^/\\]/i;
const MAX_PORT = 65_535;
const MAX_SHOWN = 60;

/**
 * Returns why a text is no URL that can be called, in a sentence that names the mistake; null for a valid
 * URL. Surrounding blanks don't count.
 */
export function explainBadUrl(text: string): string | null {
  const trimmed = text.trim();
  if (isReadableUrl(trimmed)) return null;
  const [, authority] = AUTHORITY.exec(trimmed) ?? [];
  if (authority === undefined) return explainBadStart(trimmed);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const [, bracketed, name = ''] = /^(\[[^\]]*\])?([^:]*)/.exec(host) ?? [];
  const port = host.slice((bracketed ?? name).length);
  if (host === '') return 'The URL has no host. It must look like https://api.example.com/path.';
  if (bracketed === undefined && port.lastIndexOf(':') > 0)
    return `The host ${quoted(host)} holds ":". An IPv6 address stands in brackets, as in http://[::1]/.`;
  const [odd] = bracketed === undefined ? (NOT_IN_HOST.exec(name) ?? []) : [];
  if (odd !== undefined) return `The host ${quoted(name)} holds ${nameOf(odd)}, which no host name may.`;
  if (port !== '' && !/^:\d*$/.test(port))
    return `The port ${quoted(port.replace(/^:/, ''))} is not a number.`;
  if (Number(port.slice(1)) > MAX_PORT) return `The port ${port.slice(1)} is above ${MAX_PORT}.`;
  if (readUrl(trimmed) !== null) return null;
  if (bracketed !== undefined) return `${quoted(bracketed)} is not an IPv6 address.`;
  return /(?:^|\.)[\da-fx]+\.?$/i.test(name) && /^[\d.a-fx]+$/i.test(name)
    ? `${quoted(name)} is not an IPv4 address.`
    : `${quoted(name)} is not a host name.`;
}

/**
 * Applies the URL standard, which decodes a host, treats `\\` as `/` and drops line breaks. It also takes
 * the path for the host where there is none, which nobody intends.
 */
function isReadableUrl(text: string): boolean {
  const url = readUrl(text);
  if (url === null || !WITH_HOST.test(text.replace(/[\t\n\r]/g, ''))) return false;
  const { protocol, hostname } = url;
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return hostname.startsWith('[') || !NOT_IN_HOST.test(hostname);
}

function explainBadStart(text: string): string {
  const [scheme] = SCHEME.exec(text) ?? [];
  return scheme === undefined || /^https?:/i.test(scheme)
    ? 'The URL must begin with http:// or https://, as in https://api.example.com/path.'
    : `The URL starts with ${scheme.toLowerCase()} but only http:// and https:// can be called.`;
}

/** Returns a printable name of a character: `a blank`, `"|"`, `the character U+0007`. */
export function nameOf(character: string): string {
  if (character === ' ') return 'a blank';
  if (/^[\x21-\x7e]$/.test(character)) return `"${character}"`;
  const code = character.codePointAt(0) ?? 0;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Quotes a text, cut and without unprintable characters. */
function quoted(text: string): string {
  const shown = text.replace(/\p{Cc}/gu, '?');
  return `"${shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown}"`;
}
