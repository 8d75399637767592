/** Removes comments and trailing commas from JSON, as Hoppscotch does before it sends it. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    const isComment = text.startsWith('//', at) || text.startsWith('/*', at);
    if (!isComment) kept.push(text.slice(at, end));
    at = end;
  }
  return withoutLastCommas(kept);
}

/** Returns the end of the piece at `at`: a quoted text, a comment, or one character. */
function endOfPiece(text: string, at: number): number {
  if (text[at] === '"') return endOfString(text, at);
  if (text.startsWith('//', at)) return orEnd(text, text.indexOf('\n', at), 0);
  if (text.startsWith('/*', at)) return orEnd(text, text.indexOf('*/', at + 2), 2);
  return at + 1;
}

const orEnd = (text: string, found: number, length: number): number =>
  found < 0 ? text.length : found + length;

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function withoutLastCommas(pieces: readonly string[]): string {
  const kept: string[] = [];
  let comma = -1;
  for (const piece of pieces) {
    if ((piece === '}' || piece === ']') && comma >= 0) kept[comma] = '';
    if (piece === ',') comma = kept.length;
    else if (piece.trim() !== '') comma = -1;
    kept.push(piece);
  }
  return kept.join('');
}
