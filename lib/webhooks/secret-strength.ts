const MIN_SECRET_CHARACTERS = 16;
export const MAX_SECRET_CHARACTERS = 256;
const MIN_DIFFERENT_CHARACTERS = 8;

/** What makes a signing secret guessable, with the cure; null when nothing does. */
export function explainWeakSecret(text: string): string | null {
  if (!/^[\x21-\x7e]*$/.test(text)) return 'Use letters, digits and signs of ASCII, without spaces.';
  if (text.length < MIN_SECRET_CHARACTERS)
    return `It has ${text.length} characters; use at least ${MIN_SECRET_CHARACTERS}, or let one be generated.`;
  const different = new Set(text).size;
  if (different < MIN_DIFFERENT_CHARACTERS)
    return `It uses only ${different} different characters; use at least ${MIN_DIFFERENT_CHARACTERS}, or let one be generated.`;
  if (repeatsItself(text)) return 'It repeats itself; use a random one, or let one be generated.';
  return isSequence(text) ? 'It is a sequence; use a random one, or let one be generated.' : null;
}

function repeatsItself(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** Mostly neighbours in the alphabet, like `abcdefgh…` or `9876…`. */
function isSequence(text: string): boolean {
  let neighbours = 0;
  for (let at = 1; at < text.length; at += 1)
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) === 1) neighbours += 1;
  return neighbours > (text.length - 1) * 0.7;
}
