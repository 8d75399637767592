export interface GuideHeading {
  level: number;
  title: string;
  /** The id of the heading, as GitHub makes it. */
  anchor: string;
}

export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** A page in Markdown without its blocks of code. */
export const withoutCode = (text: string): string =>
  text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n');

/** The headings of a page in Markdown. */
export function anchorsOf(text: string): GuideHeading[] {
  return [...withoutCode(text).matchAll(/^(#{1,6}) ([^\n]+)$/gm)].map(([, marks, written]) => {
    const title = written!.replace(/[`*]/g, '');
    return { level: marks!.length, title, anchor: anchorOf(title) };
  });
}
