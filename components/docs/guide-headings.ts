export interface GuideHeading {
  level: number;
  title: string;
  /** The id of the heading in GitHub's format. */
  anchor: string;
}

export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Returns a page in Markdown without its code blocks. */
export const withoutCode = (text: string): string =>
  text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n');

const HEADING = /^(#{1,6}) ([^\n]+)$/gm;

function headingOf(marks: string, written: string): GuideHeading {
  const title = written.replace(/[`*]/g, '');
  return { level: marks.length, title, anchor: anchorOf(title) };
}

/** Returns the headings of a page in Markdown. */
export const anchorsOf = (text: string): GuideHeading[] =>
  [...withoutCode(text).matchAll(HEADING)].map(([, marks, written]) => headingOf(marks!, written!));

/** Returns the headings of a page in Markdown, each with the text up to the next. */
export function sectionsOf(text: string): Array<GuideHeading & { words: string }> {
  const [, ...parts] = withoutCode(text).split(HEADING);
  return parts.flatMap((marks, index) =>
    index % 3 === 0 ? [{ ...headingOf(marks, parts[index + 1]!), words: plainWords(parts[index + 2]!) }] : [],
  );
}

/** Removes Markdown markup and link targets. */
const plainWords = (text: string): string =>
  text
    .replace(/\]\([^()\s]*\)/g, ' ')
    .replace(/[`*|[\]]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
