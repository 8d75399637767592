import fs from 'node:fs';
import path from 'node:path';
import { anchorsOf, withoutCode } from '../../components/docs/guide-headings';

/** Addresses of the product that links of pages may lead to. */
export interface Site {
  /** Texts of the rendered pages by their address, because the page of a block has no file. */
  drawn: ReadonlyMap<string, string>;
  /** The anchors of the API reference: its parts and its error codes. */
  referenceAnchors: ReadonlySet<string>;
  /** Addresses of files that the server makes. */
  files: ReadonlySet<string>;
}

const REFERENCE = '/docs';

const hasAnchor = (text: string, anchor: string | undefined): boolean =>
  anchor === undefined || anchorsOf(text).some((heading) => heading.anchor === anchor);

export function isBrokenAddress(link: string, { drawn, referenceAnchors, files }: Site): boolean {
  if (files.has(link)) return false;
  const [address = '', anchor] = link.split('#');
  if (address === REFERENCE) return anchor !== undefined && !referenceAnchors.has(anchor);
  const text = drawn.get(address);
  return text === undefined || !hasAnchor(text, anchor);
}

/** Returns the targets of all links, also of those with spaces, which Markdown does not take for links. */
export const linksIn = (text: string): string[] =>
  text
    .split('](')
    .slice(1)
    .flatMap((part) => /^([^)]+)\)/.exec(part)?.[1] ?? []);

/** Relative links start at `page`. */
export function brokenLinks(text: string, page: string, site: Site): string[] {
  const links = linksIn(withoutCode(text)).filter((link) => !/\s/.test(link));
  return links.filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false;
    if (link.startsWith('/')) return isBrokenAddress(link, site);
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!fs.existsSync(target)) return true;
    return anchor !== undefined && !hasAnchor(fs.readFileSync(target, 'utf8'), anchor);
  });
}
