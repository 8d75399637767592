import { isSensitiveName } from '../../references/credentials';
import type { RequestCheck } from './request-check';

const SIGNATURE = /signature/i;
/** Shorter values are no credentials; masked everywhere, they would blot out innocent text. */
const SHORTEST = 8;

/** Whether a request's header proves who sent it: its value is shown nowhere. */
export function isSensitiveHeader(name: string, check: RequestCheck): boolean {
  const checked = check.kind === 'header' || check.kind === 'hmac' ? check.header : '';
  return isSensitiveName(name) || SIGNATURE.test(name) || name.toLowerCase() === checked.trim().toLowerCase();
}

/** The values to mask in what is shown of a run. */
export function secretsInHeaders(headers: object, check: RequestCheck): string[] {
  return Object.entries(headers)
    .filter(([name]) => isSensitiveHeader(name, check))
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
    .filter(({ length }) => length >= SHORTEST);
}
