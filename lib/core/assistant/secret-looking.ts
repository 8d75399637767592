import { isSensitiveName } from '../references/credentials';

/** Receives a text that looks like a secret; returns its replacement. */
export type Hide = (secret: string) => string;

const PEM = /-----BEGIN [^-\n]{1,60}-----[^-]*-----END [^-\n]{1,60}-----/g;
/** Formats of the keys and tokens of well-known services. */
const KNOWN_FORMS = [
  /\b(?:sk|pk|rk|whsec)[-_][\w.-]{12,}/g,
  /\b(?:xox[abeprs]-|gh[opsru]_|github_pat_|glpat-|npm_|ya29\.|SG\.)[\w.-]{12,}/g,
  /\b(?:AKIA|ASIA|AIza|eyJ)[\w.-]{12,}/g,
];
const SCHEME = /\b(Bearer|Basic|Token|Digest) +([\w.~+/=-]{6,})/gi;
const URL_PASSWORD = /(https?:\/\/[^\s/?#@:]{0,200}:)([^\s/?#@]{1,200})(?=@)/gi;
const QUERY_PAIR = /([?&][\w-]{1,60}=)([^&\s"'<>{}]{1,4000})/g;
/** `"name": "value"`, `name = 'value'` and the like. */
const QUOTED_PAIR = /(?<![\w-])([\w-]{1,60})(["']?[ \t]{0,4}[:=][ \t]{0,4})(["'])([^"'\n]{1,4000})/g;
/** `Name: value`, as in a header or a list. */
const LINE_PAIR = /(?<![\w-])([\w-]{1,60})(:[ \t]{0,4})([^\s"',;<>{}]{6,4000})/g;
const LONG_WORD = /[A-Za-z0-9_+]{32,}/g;

/** Words that stand for a value in the description of an interface. */
const DESCRIBES =
  /^(?:string|number|integer|boolean|object|array|null|true|false|undefined|required|your|xxx)/i;

/**
 * Hides everything in a text that looks like a credential, whoever wrote it and wherever it stands:
 * rather too much than too little.
 */
export function hideSecretLooking(text: string, hide: Hide): string {
  const known = KNOWN_FORMS.reduce((rest, form) => rest.replace(form, hide), text);
  return known
    .replace(PEM, hide)
    .replace(URL_PASSWORD, (_, before: string, password: string) => before + hide(password))
    .replace(SCHEME, (whole, scheme: string, value: string) =>
      DESCRIBES.test(value) ? whole : `${scheme} ${hide(value)}`,
    )
    .replace(QUERY_PAIR, (whole, name: string, value: string) =>
      isSensitiveName(name.slice(1, -1)) ? name + hide(value) : whole,
    )
    .replace(QUOTED_PAIR, (whole, name: string, between: string, quote: string, value: string) =>
      isSensitiveName(name) && isSecret(value, 1) ? name + between + quote + hide(value) : whole,
    )
    .replace(LINE_PAIR, (whole, name: string, between: string, value: string) =>
      isSensitiveName(name) && isSecret(value, SHORTEST_UNQUOTED) ? name + between + hide(value) : whole,
    )
    .replace(LONG_WORD, (word) => (isRandom(word) ? hide(word) : word));
}

const SHORTEST_UNQUOTED = 6;
const LONG_WITHOUT_DIGITS = 16;

/** In quotes, everything but a reference or a word that describes values counts as a secret. */
function isSecret(value: string, least: number): boolean {
  if (value.length < least || /[<{[]/.test(value) || DESCRIBES.test(value)) return false;
  return least === 1 || /\d/.test(value) || value.length >= LONG_WITHOUT_DIGITS;
}

/** True for letters and digits mixed as nobody writes them; ids of this product contain dashes. */
function isRandom(word: string): boolean {
  if (!/\d/.test(word)) return false;
  return /^[0-9a-f]+$/i.test(word) || (/[a-z]/.test(word) && /[A-Z]/.test(word));
}
