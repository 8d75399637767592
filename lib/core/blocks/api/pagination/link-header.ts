/**
 * Returns the URL of the first link with `rel="next"` (RFC 8288), as written; null if there is none, or
 * it says that it has no results (`results="false"`).
 */
export function nextLink(header: string | readonly string[] | undefined): string | null {
  const text = typeof header === 'string' ? header : (header ?? []).join(', ');
  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    const close = open === -1 ? -1 : text.indexOf('>', open);
    if (close === -1) return null;
    const { end, rel, results } = readParameters(text, close + 1);
    if (rel.toLowerCase().split(/\s/).includes('next'))
      return results.toLowerCase() === 'false' ? null : text.slice(open + 1, close).trim();
    at = end;
  }
}

/** Reads the parameters of one link, up to the comma after them; of several `rel` the first counts. */
function readParameters(text: string, from: number): { end: number; rel: string; results: string } {
  let rel: string | null = null;
  let results: string | null = null;
  let at = from;
  while (at < text.length && text[at] !== ',') {
    const start = at + 1;
    at = endOfParameter(text, start);
    const [name = '', ...value] = text.slice(start, at).split('=');
    const read = () => value.join('=').trim().replaceAll('"', '');
    if (name.trim().toLowerCase() === 'rel') rel ??= read();
    if (name.trim().toLowerCase() === 'results') results ??= read();
  }
  return { end: at + 1, rel: rel ?? '', results: results ?? '' };
}

/** Returns the position of the next `;` or `,` outside quotes. */
function endOfParameter(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === ';' || char === ',')) return at;
  }
  return text.length;
}
