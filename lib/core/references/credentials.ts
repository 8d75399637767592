import { type KnownHead, parseTemplate } from './template';

/** Replaces a credential that was typed in. */
export const CONCEALED = '***';

/** Members of a config that are credentials wherever they stand. */
const CREDENTIAL_MEMBERS: ReadonlySet<string> = new Set(['token', 'password', 'apiKey', 'clientSecret']);
const SENSITIVE_NAME = /^(?:(?:proxy-)?authorization|cookie)$|api[-_]?key|token|secret|password/i;
// `Bearer x`, `Basic x`: the credential follows the scheme.
const AUTH_SCHEME = /^[A-Za-z][A-Za-z0-9-]* +(?=\S)/;
const URL_PASSWORD = /^(\s*https?:\/\/[^/?#@:]*:)([^/?#@]+)@/i;

/** True for names of headers, query and form rows whose values are credentials. */
export function isSensitiveName(name: string): boolean {
  return SENSITIVE_NAME.test(name.trim());
}

/** True if a text has no reference and no `{{NAME}}`, and so is the credential itself. */
export function isLiteral(text: string, isKnownHead: KnownHead): boolean {
  return (
    text.trim() !== '' &&
    parseTemplate(text, isKnownHead, 'ours', 'lone').parts.every((part) => typeof part === 'string')
  );
}

/** Returns the secret parts of a literal credential: itself, and the part after a scheme like `Bearer`. */
export function secretsOf(credential: string): string[] {
  const value = credential.trim();
  const bare = value.replace(AUTH_SCHEME, '');
  return bare === value ? [value] : [value, bare];
}

/** Applies `replace` to the password of a URL and to the values of sensitive query keys. */
export function mapUrlCredentials(url: string, replace: (credential: string) => string): string {
  const mapped = url.replace(
    URL_PASSWORD,
    (_, before: string, password: string) => `${before}${replace(password)}@`,
  );
  const query = mapped.indexOf('?');
  if (query === -1) return mapped;
  const pairs = mapped.slice(query + 1).split('&');
  const shown = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    if (equals === -1 || equals === pair.length - 1 || !isSensitiveName(pair.slice(0, equals))) return pair;
    return pair.slice(0, equals + 1) + replace(pair.slice(equals + 1));
  });
  return `${mapped.slice(0, query + 1)}${shown.join('&')}`;
}

/**
 * Applies `replace` to every literal credential in a config; returns the same object if there is none. A
 * pair's other spelling (`written`) holds the credential too: it goes through `replaceWritten`, or is
 * removed if that isn't given.
 */
export function mapCredentials(
  config: unknown,
  isKnownHead: KnownHead,
  replace: (credential: string) => string,
  replaceWritten?: (written: string) => string,
): unknown {
  const replaceLiteral = (text: string) => (isLiteral(text, isKnownHead) ? replace(text) : text);
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return /^\s*https?:\/\//i.test(value) ? mapUrlCredentials(value, replaceLiteral) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const mapped = value.map(visit);
      return mapped.some((item, index) => item !== value[index]) ? mapped : value;
    }
    return visitObject(value as Record<string, unknown>);
  };
  const visitObject = (value: Record<string, unknown>) => {
    const { key, value: content } = value;
    if (typeof key === 'string' && typeof content === 'string' && isSensitiveName(key)) {
      const shown = replaceLiteral(content);
      if (shown === content) return value;
      const { written, ...rest } = value;
      return replaceWritten === undefined || typeof written !== 'string'
        ? { ...rest, value: shown }
        : { ...rest, value: shown, written: replaceWritten(written) };
    }
    const entries = Object.entries(value).map(([name, item]) => {
      const isCredential = typeof item === 'string' && CREDENTIAL_MEMBERS.has(name);
      return [name, isCredential ? replaceLiteral(item) : visit(item)] as const;
    });
    return entries.some(([name, item]) => item !== value[name]) ? Object.fromEntries(entries) : value;
  };
  return visit(config);
}
