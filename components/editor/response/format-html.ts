/** Longer documents are shown unchanged. */
const MAX_CHARACTERS = 500_000;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements whose text isn't markup, or whose spaces are significant. */
const VERBATIM = new Set(['script', 'style', 'pre', 'textarea']);
const INDENT = '  ';
/** Deeper tags are indented no further: a tag that is never closed would indent all after it. */
const MAX_INDENTS = 100;

/** Formats HTML with a line per tag and text, indented by depth. Accepts any text; one pass. */
export function formatHtml(html: string): string {
  if (html.length > MAX_CHARACTERS) return html;
  const lines: string[] = [];
  const lower = html.toLowerCase();
  let depth = 0;
  let at = 0;
  const put = (text: string) => {
    const flat = text.replace(/\s+/g, ' ').trim();
    if (flat !== '') lines.push(INDENT.repeat(Math.min(depth, MAX_INDENTS)) + flat);
  };
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    put(html.slice(at, open));
    const end = tagEnd(html, open);
    const tag = html.slice(open, end);
    const [, slash = '', word = ''] = /^<(\/?)([a-zA-Z][\w:-]*)/.exec(tag) ?? [];
    const name = word.toLowerCase();
    at = end;
    if (slash === '/') depth = Math.max(0, depth - 1);
    put(tag);
    if (slash === '/' || name === '' || VOID.has(name) || tag.endsWith('/>')) continue;
    if (VERBATIM.has(name)) {
      const found = lower.indexOf(`</${name}`, end);
      const close = found === -1 ? html.length : found;
      if (close > end) lines.push(html.slice(end, close));
      at = close;
    }
    depth += 1;
  }
  put(html.slice(at));
  return lines.join('\n');
}

/** Returns the index after the tag or comment at `open`. A `>` inside quotes doesn't end a tag. */
function tagEnd(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open);
    return close === -1 ? html.length : close + 3;
  }
  let quote = '';
  for (let at = open + 1; at < html.length; at += 1) {
    const char = html[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
  }
  return html.length;
}
