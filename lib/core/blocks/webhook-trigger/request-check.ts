import { z } from 'zod';
import { KEYED_SENDER_KINDS, SENDER_KINDS, senderOf } from './senders';
import { hasPlaceholder, type SigningScheme } from './signing-scheme';

export const SECONDS_OF_A_DAY = 86_400;
const Tolerance = z.int().min(1).max(SECONDS_OF_A_DAY).default(300);
const Secret = z.string().max(1_000).default('');
const HeaderName = z.string().max(100);

const PLAIN_CHECKS = [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('header'), header: HeaderName.default('X-Token'), token: Secret }),
  z.object({ kind: z.literal('basic'), username: z.string().max(200).default(''), password: Secret }),
  z.object({ kind: z.literal('query'), parameter: z.string().max(100).default('token'), token: Secret }),
] as const;

/** A check without a signature: the secret itself is sent. */
export const PlainCheck = z.discriminatedUnion('kind', PLAIN_CHECKS);
export type PlainCheck = z.infer<typeof PlainCheck>;

/**
 * The proof that a request comes from an allowed sender. `token` and `password` are the secret,
 * preferably `{{NAME}}`: typed in, they are treated as credentials everywhere.
 */
export const RequestCheck = z.discriminatedUnion('kind', [
  ...PLAIN_CHECKS,
  z.object({
    kind: z.literal('hmac'),
    token: Secret,
    header: HeaderName.default('X-Signature'),
    algorithm: z.enum(['sha256', 'sha1', 'sha512', 'sha384']).default('sha256'),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    /** The text before the digest in the header, for example `sha256=`. */
    prefix: z.string().max(100).default(''),
    /** The signed text, for example `{timestamp}.{body}`. */
    template: z.string().max(500).default('{body}'),
    /** The header with the time; empty: the signature's header, as `t=<time>`. */
    timestampHeader: HeaderName.default(''),
    secretEncoding: z.enum(['text', 'base64', 'hex']).default('text'),
    toleranceSeconds: Tolerance,
  }),
  /** `toleranceSeconds` applies if the sender signs a time. */
  z.object({ kind: z.enum(SENDER_KINDS), token: Secret, toleranceSeconds: Tolerance }),
  z.object({
    kind: z.enum(KEYED_SENDER_KINDS),
    publicKey: z.string().max(1_000).default(''),
    toleranceSeconds: Tolerance,
  }),
]);
export type RequestCheck = z.infer<typeof RequestCheck>;

/** Returns the signing scheme of a check; null if it has no signature. */
export function schemeOf(check: RequestCheck): SigningScheme | null {
  if (check.kind !== 'hmac') return senderOf(check.kind)?.scheme ?? null;
  const { header, algorithm, encoding, prefix, template, timestampHeader, secretEncoding } = check;
  const place = timestampHeader.trim();
  const time = place === '' ? { part: 't' } : { header: place };
  return {
    headers: [header.trim()],
    algorithm,
    encoding,
    prefix,
    template,
    key: secretEncoding,
    separator: hasPlaceholder(template, 'timestamp') && place === '' ? ',' : '',
    time: hasPlaceholder(template, 'timestamp') ? time : null,
  };
}

/** Returns the header that holds the secret itself; null if there is none. */
export function secretHeaderOf(check: RequestCheck): string | null {
  if (check.kind === 'header') return check.header.trim();
  return check.kind === 'basic' ? 'Authorization' : (senderOf(check.kind)?.secretHeader ?? null);
}

/** Returns the name of the member that `secretOfCheck` reads. */
export function secretMemberOf(check: RequestCheck): 'password' | 'publicKey' | 'token' {
  if (check.kind === 'basic') return 'password';
  return 'publicKey' in check ? 'publicKey' : 'token';
}

/** Returns the secret as written in the config, with its variables. */
export function secretOfCheck(check: RequestCheck): string {
  if (check.kind === 'none') return '';
  if (check.kind === 'basic') return check.password;
  return 'publicKey' in check ? check.publicKey : check.token;
}
