export const MIN_PASSWORD_LENGTH = 10;
const MIN_DISTINCT = 4;
/** Passwords that guessers try first but that pass the other rules. */
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
 * Returns the reason why a new password is refused; null if it is acceptable. It is judged as it is hashed
 * (NFKC), without blanks at its ends. The rules are simple: length decides, only the first guesses are
 * refused, and no class of characters is required.
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

/** True if the password is the person's e-mail or its part before the @, ignoring case. */
export function repeatsEmail(password: string, email: string): boolean {
  const text = password.normalize('NFKC').trim().toLowerCase();
  const address = email.toLowerCase();
  return text === address || text === address.slice(0, address.indexOf('@'));
}

/**
 * True for 1234567890, abcdefghij, 9876543210: each character follows the previous one, or each precedes
 * it.
 */
function isSequence(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => stepBetween(characters[index]!, character));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** Returns the step between two characters; 0 follows 9, as on a keyboard. */
function stepBetween(from: string, to: string): number {
  if (from === '9' && to === '0') return 1;
  if (from === '0' && to === '9') return -1;
  return to.codePointAt(0)! - from.codePointAt(0)!;
}
