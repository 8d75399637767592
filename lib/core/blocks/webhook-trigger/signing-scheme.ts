/** Where a signed request says when it was signed. */
export type TimePlace =
  | { header: string }
  /** A part of the signature's header, `t=<time>`. */
  | { part: string }
  /** Members of the body; a body without them isn't refused for it. */
  | { body: readonly string[] };

/**
 * How a sender signs. Times are seconds, milliseconds or ISO 8601, told apart by their form: they are signed,
 * so nobody else can choose another reading.
 */
export interface SigningScheme {
  /** Of one of these the signature has to match. */
  headers: readonly string[];
  algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'ed25519' | 'ecdsa-sha256';
  encoding: 'hex' | 'base64';
  /** Stands before each signature. */
  prefix: string;
  /** Between several signatures, and what stands beside them; empty: the header is one signature. */
  separator: '' | ',' | ';' | ' ';
  /** How the secret, or the public key, is written. */
  key: 'text' | 'hex' | 'base64' | 'whsec' | 'spki';
  /** What is signed: text with `{body}` and other placeholders (`PLACEHOLDERS`) in it. */
  template: string;
  time: TimePlace | null;
}

/** Names that may stand in a template; `{header:Name}` as well. `{body}` is the bytes as they came. */
export const PLACEHOLDERS = ['body', 'timestamp', 'method', 'url', 'path'] as const;
/** Those of senders that have a reading of their own of the request. */
const SENDERS_OWN = ['decodedUrl', 'form', 'signedHeaders', 'mailgun'];

const PLACEHOLDER = /\{(header:[A-Za-z0-9-]{1,100}|[A-Za-z]{1,20})\}/g;

/** The texts of a template and, between them, its placeholders: texts stand at even places. */
export const partsOfTemplate = (template: string): string[] => template.split(PLACEHOLDER);

export const hasPlaceholder = (template: string, name: string): boolean =>
  partsOfTemplate(template).some((part, at) => at % 2 === 1 && part === name);

/** Why an author's template can't be used; null when it can. */
export function whyNotTemplate(template: string): string | null {
  const names = partsOfTemplate(template).filter((_, at) => at % 2 === 1);
  const known: readonly string[] = PLACEHOLDERS;
  const unknown = names.find((name) => !known.includes(name) && !name.startsWith('header:'));
  const list = `${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} and {header:Name}`;
  if (unknown !== undefined) return `{${unknown}} is not known in what is signed: use ${list}.`;
  return names.includes('body') ? null : 'What is signed must contain {body}.';
}

/** Whether a signature can be made by whoever has the secret and the request's parts, for example a shell. */
export const isPlainScheme = ({ template, algorithm }: SigningScheme): boolean =>
  algorithm.startsWith('sha') && !SENDERS_OWN.some((name) => hasPlaceholder(template, name));
