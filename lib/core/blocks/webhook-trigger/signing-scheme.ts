/** The place of the signing time in a request. */
export type TimePlace =
  | { header: string }
  /** A part of the signature's header, `t=<time>`. */
  | { part: string }
  /** Members of the body; a body without them isn't rejected for that. */
  | { body: readonly string[] };

/**
 * A sender's way to sign. Times are seconds, milliseconds or ISO 8601, recognised by their form: they
 * are signed, so nobody else can choose another reading.
 */
export interface SigningScheme {
  /** Headers of which one must hold a matching signature. */
  headers: readonly string[];
  algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'ed25519' | 'ecdsa-sha256';
  encoding: 'hex' | 'base64';
  /** The text before each signature. */
  prefix: string;
  /** The separator between signatures and other values beside them; empty: the header is one signature. */
  separator: '' | ',' | ';' | ' ';
  /** The encoding of the secret, or of the public key. */
  key: 'text' | 'hex' | 'base64' | 'whsec' | 'spki';
  /** The signed text, with `{body}` and other placeholders (`PLACEHOLDERS`) in it. */
  template: string;
  time: TimePlace | null;
}

/** Names allowed in a template; `{header:Name}` as well. `{body}` is the bytes as received. */
export const PLACEHOLDERS = ['body', 'timestamp', 'method', 'url', 'path'] as const;
/** Placeholders of senders that read the request in a way of their own. */
const SENDERS_OWN = ['decodedUrl', 'form', 'signedHeaders', 'mailgun'];

const PLACEHOLDER = /\{(header:[A-Za-z0-9-]{1,100}|[A-Za-z]{1,20})\}/g;

/** Splits a template into texts and, between them, its placeholders: texts are at even places. */
export const partsOfTemplate = (template: string): string[] => template.split(PLACEHOLDER);

export const hasPlaceholder = (template: string, name: string): boolean =>
  partsOfTemplate(template).some((part, at) => at % 2 === 1 && part === name);

/** Returns why an author's template can't be used; null if it can. */
export function whyNotTemplate(template: string): string | null {
  const names = partsOfTemplate(template).filter((_, at) => at % 2 === 1);
  const known: readonly string[] = PLACEHOLDERS;
  const unknown = names.find((name) => !known.includes(name) && !name.startsWith('header:'));
  const list = `${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} and {header:Name}`;
  if (unknown !== undefined) return `{${unknown}} is not known in what is signed: use ${list}.`;
  return names.includes('body') ? null : 'What is signed must contain {body}.';
}

/** True if the secret and the request's parts are enough to make a signature, for example in a shell. */
export const isPlainScheme = ({ template, algorithm }: SigningScheme): boolean =>
  algorithm.startsWith('sha') && !SENDERS_OWN.some((name) => hasPlaceholder(template, name));
