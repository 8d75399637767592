import { isSensitiveName } from '../../references/credentials';
import { type RequestCheck, schemeOf, secretHeaderOf } from './request-check';

const SIGNATURE = /signature/i;
/** Shorter values are no credentials; masked everywhere, they would hide harmless text. */
const SHORTEST = 8;

/** True if a request's header proves who sent it; its value is never shown. */
export function isSensitiveHeader(name: string, checks: readonly RequestCheck[]): boolean {
  const lower = name.toLowerCase();
  return isSensitiveName(name) || SIGNATURE.test(name) || checks.some((check) => isProof(lower, check));
}

function isProof(name: string, check: RequestCheck): boolean {
  const proofs = [secretHeaderOf(check), ...(schemeOf(check)?.headers ?? [])];
  return proofs.some((proof) => proof?.toLowerCase() === name);
}

/** Returns the values to mask wherever a run is shown. */
export function secretsInRequest(
  { headers, query }: { headers: object; query: Readonly<Record<string, unknown>> },
  checks: readonly RequestCheck[],
): string[] {
  const inHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isSensitiveHeader(name, checks) ? [value] : [],
  );
  const inQuery = checks.map((check) => (check.kind === 'query' ? query[check.parameter.trim()] : undefined));
  return [...inHeaders, ...inQuery].filter(
    (value): value is string => typeof value === 'string' && value.length >= SHORTEST,
  );
}
