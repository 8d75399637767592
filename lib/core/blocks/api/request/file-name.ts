import type { OutboundResponse } from '../../../../platform/outbound-http/contract';

const MAX_CHARACTERS = 120;

/** Returns the name of a binary response: by its headers, else by the end of its URL. */
export function fileNameOf({ headers, url }: Pick<OutboundResponse, 'headers' | 'url'>): string {
  const disposition = headers['content-disposition'];
  return (
    cleanName(named(typeof disposition === 'string' ? disposition : '')) ||
    cleanName(lastSegment(url)) ||
    'file'
  );
}

/** Returns `filename*` of RFC 6266 in preference to `filename`. */
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

/** Removes paths and invisible characters, and shortens the name; its extension stays. */
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
