import { isSensitiveName } from '../../references/credentials';
import { type RequestCheck, schemeOf, secretHeaderOf } from './request-check';

const SIGNATURE = /signature/i;
/** Shorter values are no credentials; masked everywhere, they would blot out innocent text. */
const SHORTEST = 8;

/** Whether a request's header proves who sent it: its value is shown nowhere. */
export function isSensitiveHeader(name: string, checks: readonly RequestCheck[]): boolean {
  const lower = name.toLowerCase();
  return isSensitiveName(name) || SIGNATURE.test(name) || checks.some((check) => isProof(lower, check));
}

function isProof(name: string, check: RequestCheck): boolean {
  const proofs = [secretHeaderOf(check), ...(schemeOf(check)?.headers ?? [])];
  return proofs.some((proof) => proof?.toLowerCase() === name);
}

/** The values to mask in what is shown of a run. */
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
