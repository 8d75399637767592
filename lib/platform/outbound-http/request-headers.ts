import { trimCharacters } from '../text/trim-characters';
import { OutboundFailure } from './outbound-failure';

/** Headers that frame the message or name the connection; a wrong one enables request smuggling. */
const FORBIDDEN = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'http2-settings',
]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LATIN1_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Returns why an author may not set this header, or null if allowed; also checks a form before anything
 * runs.
 */
export function explainForbiddenHeader(name: string): string | null {
  const lower = name.trim().toLowerCase();
  if (!FORBIDDEN.has(lower) && !lower.startsWith('proxy-')) return null;
  return lower === 'host'
    ? 'The header Host is taken from the URL. Remove it and put the host into the URL.'
    : `The header ${name.trim()} is set by the connection itself. Remove it.`;
}

/** Returns the headers trimmed and safe to send; throws `HEADER_FORBIDDEN` or `HEADER_INVALID`. */
export function checkHeaders(headers: ReadonlyArray<readonly [string, string]>): Array<[string, string]> {
  return headers.map(([rawName, rawValue]) => {
    const name = rawName.trim();
    if (!TOKEN.test(name)) {
      throw invalid(`"${printable(name)}" is not a valid header name. Use letters, digits and "-".`);
    }
    const reason = explainForbiddenHeader(name);
    if (reason !== null) throw new OutboundFailure('HEADER_FORBIDDEN', reason, 'request');
    const value = trimCharacters(rawValue, '\t ');
    if (!LATIN1_TEXT.test(value)) {
      throw invalid(
        `The value of ${name} has a line break or a character headers can't carry. Remove or encode it.`,
      );
    }
    return [name, value];
  });
}

function invalid(message: string): OutboundFailure {
  return new OutboundFailure('HEADER_INVALID', message, 'request');
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
}
