import type { OutboundResponse } from './contract';

/** Headers in undici's form: names in lowercase. */
export type RawHeaders = Record<string, string | string[] | undefined>;

/** Returns all codings: transfer compressions count as content compressions, as both have to be decoded. */
export function codingsOf(headers: RawHeaders): string {
  const content = String(headers['content-encoding'] ?? '');
  const transfer = headers['transfer-encoding'];
  return transfer === undefined || transfer === 'chunked' ? content : `${content},${transfer}`;
}

/** Joins repeated headers to one list (RFC 9110, 5.3), except cookies, which stay separate. */
export function flatten(headers: RawHeaders): OutboundResponse['headers'] {
  const flat: OutboundResponse['headers'] = Object.create(null);
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    if (name === 'set-cookie') flat[name] = Array.isArray(value) ? value : [value];
    else flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
