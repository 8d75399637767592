const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Technical terms with a digit, which are not values. */
const TERMS = wordsOf(
  'base32 base64 ec2 es256 h2 hs256 http1 http2 http3 i18n ipv4 ipv6 md5 mp3 mp4 oauth1 oauth2 rs256 s3 ' +
    'sha-1 sha-256 sha-512 sha1 sha256 sha512 utf-16 utf-8 utf16 utf8 x-509 x509',
);

/** Units, and halves of a day, that follow a number and belong to it. */
const UNITS = wordsOf(
  'ns us µs ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days am pm ' +
    'b byte bytes kb mb gb tb kib mib gib',
);

const DATE_NAMES = wordsOf(
  'january february march april may june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun',
);
const LONGEST_DATE_NAME = 9;
/** Separators between the parts of a date. */
const MAX_BETWEEN = 3;

/** A longer word of the letters a to f alone is no English one. */
const LEAST_HEX_LETTERS = 8;
const HEX_LETTERS = new Set('abcdefABCDEF');
const HEX_AND_COLONS = new Set('0123456789abcdefABCDEF:.%');

export const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9';

const isUpperCase = (character: string | undefined): boolean =>
  character !== undefined && character >= 'A' && character <= 'Z';

export function isLetterOrDigit(character: string | undefined): boolean {
  if (character === undefined) return false;
  if (isDigit(character) || isUpperCase(character) || (character >= 'a' && character <= 'z')) return true;
  const code = character.charCodeAt(0);
  const isPunctuation =
    code < 0xc0 || (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f);
  return !isPunctuation;
}

const hasDigit = (word: string): boolean => [...word].some(isDigit);

const consistsOf = (word: string, characters: ReadonlySet<string>): boolean =>
  [...word].every((character) => characters.has(character));

/** True for a part of a word that changes from run to run: one with a digit, or a hash that has none by chance. */
export function isValue(part: string): boolean {
  if (hasDigit(part)) return !TERMS.has(part.toLowerCase());
  return part.length >= LEAST_HEX_LETTERS && consistsOf(part, HEX_LETTERS);
}

/** True for an e-mail address, and for an IPv6 address, whose parts may have no digit. */
export function isAddress(word: string): boolean {
  const at = word.indexOf('@');
  if (at > 0 && at < word.length - 1) return true;
  return word.split(':').length > 2 && hasDigit(word) && consistsOf(word, HEX_AND_COLONS);
}

export const isUnit = (word: string): boolean => UNITS.has(word.toLowerCase());

/** True for a month or a day of the week; in lower case, “may” and “march” are verbs. */
export const isDateName = (word: string): boolean =>
  isUpperCase(word[0]) && DATE_NAMES.has(word.toLowerCase());

/** True if another part of a date follows at this place: a digit, or the name of a month or day. */
export function isDateAhead(text: string, from: number): boolean {
  let at = from;
  while (at < from + MAX_BETWEEN && (text[at] === ' ' || text[at] === ',' || text[at] === '.')) at += 1;
  if (isDigit(text[at])) return true;
  let end = at;
  while (end <= at + LONGEST_DATE_NAME && isLetterOrDigit(text[end])) end += 1;
  return isDateName(text.slice(at, end));
}
