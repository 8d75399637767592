const MIN_SECRET_CHARACTERS = 16;
const MIN_DIFFERENT_CHARACTERS = 8;

/**
 * Returns why a signing secret is guessable, with the cure; null if it isn't. A weak secret is warned
 * about, not refused.
 */
export function explainWeakSecret(text: string): string | null {
  if (text.length < MIN_SECRET_CHARACTERS)
    return (
      `It is short (${text.length} of at least ${MIN_SECRET_CHARACTERS} characters) ` +
      'and could be guessed.'
    );
  const different = new Set(text).size;
  if (different < MIN_DIFFERENT_CHARACTERS)
    return `It uses only ${different} different characters and could be guessed.`;
  if (repeatsItself(text)) return 'It repeats itself and could be guessed.';
  return isSequence(text) ? 'It is a sequence and could be guessed.' : null;
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
