import type { OutboundResponse } from '../../../../platform/outbound-http/contract';

const MAX_CHARACTERS = 120;

/** What a binary answer is called: as its server says, else as its URL ends. */
export function fileNameOf({ headers, url }: Pick<OutboundResponse, 'headers' | 'url'>): string {
  const disposition = headers['content-disposition'];
  return (
    cleanName(named(typeof disposition === 'string' ? disposition : '')) ||
    cleanName(lastSegment(url)) ||
    'file'
  );
}

/** `filename*` of RFC 6266 before `filename`. */
function named(disposition: string): string {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decoded(extended);
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
}

const lastSegment = (url: string): string => decoded(new URL(url).pathname.split('/').at(-1) ?? '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded after all: taken as it is written
  }
}

/** No path, nothing invisible, nothing endless; the ending stays. */
function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const visible = base
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '');
  if (visible.length <= MAX_CHARACTERS) return visible;
  const ending = /\.\w{1,10}$/.exec(visible)?.[0] ?? '';
  return visible.slice(0, MAX_CHARACTERS - ending.length) + ending;
}
