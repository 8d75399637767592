export const MIN_PASSWORD_LENGTH = 10;
const MIN_DISTINCT = 4;
/** First on every guesser's list, and too varied for the other rules. */
const COMMON = [
  'password',
  'passwort',
  'qwertyuiop',
  'letmein',
  'iloveyou',
  'welcome',
  'administrator',
  'millrace',
];

/**
 * Why a new password is refused, in words; null when it is good. Judged as it is hashed (NFKC), without
 * blanks at its ends. Kept simple: length decides, only what a guesser tries first is refused, and no kind of
 * character is demanded.
 */
export function whyTooWeak(password: string): string | null {
  const text = password.normalize('NFKC').trim();
  const characters = [...text];
  if (characters.length < MIN_PASSWORD_LENGTH)
    return `Use at least ${MIN_PASSWORD_LENGTH} characters; spaces at the ends don’t count.`;
  if (new Set(characters).size < MIN_DISTINCT)
    return 'This repeats the same few characters. Use a longer phrase.';
  if (isSequence(characters)) return 'This counts up or down. Use a phrase that nobody would guess.';
  const letters = text.toLowerCase().replace(/[^\p{L}]/gu, '');
  if (COMMON.includes(letters)) return 'This is one of the first passwords that anybody would try.';
  return null;
}

/** Whether the password is the person's e-mail, or its part before the @, whatever the case. */
export function repeatsEmail(password: string, email: string): boolean {
  const text = password.normalize('NFKC').trim().toLowerCase();
  const address = email.toLowerCase();
  return text === address || text === address.slice(0, address.indexOf('@'));
}

/**
 * 1234567890, abcdefghij, 9876543210: each character is the next of the one before, or always the previous.
 */
function isSequence(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => stepBetween(characters[index]!, character));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** After 9 comes 0, as on a keyboard. */
function stepBetween(from: string, to: string): number {
  if (from === '9' && to === '0') return 1;
  if (from === '0' && to === '9') return -1;
  return to.codePointAt(0)! - from.codePointAt(0)!;
}
