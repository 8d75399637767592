import { encodingOf, ofAscii } from './encodings';

/**
 * Returns the encoding that the beginning of an HTML document (its bytes read as Latin-1) declares with
 * `<meta charset>` or `<meta http-equiv="Content-Type">`, or null: the standard's "prescan a byte stream".
 */
export function metaEncoding(html: string): string | null {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 2);
      if (end === -1) return null;
      at = end;
      continue;
    }
    const tag = readTag(html, at);
    const encoding = tag.name === 'meta' ? encodingIn(tag.attributes) : null;
    if (encoding !== null) return encoding;
    at = tag.end;
  }
  return null;
}

/** A name, and a value in quotes of either kind or in none; spaces and slashes separate. */
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;

function readTag(html: string, at: number) {
  const attributes = new Map<string, string>();
  let end = at + 1;
  let name: string | null = null;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const [, key, ...values] = ATTRIBUTE.exec(html) ?? [];
    if (key === undefined) return { name, attributes, end };
    end = ATTRIBUTE.lastIndex;
    if (name === null) name = key.toLowerCase();
    else if (!attributes.has(key.toLowerCase()))
      attributes.set(key.toLowerCase(), values.find((value) => value !== undefined) ?? '');
  }
}

function encodingIn(attributes: ReadonlyMap<string, string>): string | null {
  const named = attributes.get('charset');
  const isContentType = attributes.get('http-equiv')?.toLowerCase() === 'content-type';
  const label = named ?? (isContentType ? charsetOfContent(attributes.get('content') ?? '') : null);
  return ofAscii(encodingOf(label));
}

function charsetOfContent(content: string): string | null {
  const at = content.toLowerCase().indexOf('charset');
  const [, value = ''] = at === -1 ? [] : content.slice(at).split('=', 2);
  return value.split(';', 1)[0]!.replace(/["']/g, '') || null;
}
