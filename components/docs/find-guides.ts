import { queryOptions } from '@tanstack/react-query';

export interface GuideEntry {
  address: string;
  title: string;
  headings: ReadonlyArray<{ title: string; anchor: string }>;
}

export interface GuideEntries {
  title: string;
  pages: readonly GuideEntry[];
}

/** The words under a heading of a guide, or under its title, whose `title` and `anchor` are empty. */
export interface GuideWords {
  address: string;
  title: string;
  anchor: string;
  words: string;
}

/** Fetched when somebody searches; until then, and without it, headings alone are searched. */
export const guideWordsQuery = (isSearching: boolean) =>
  queryOptions({
    queryKey: ['guide-words'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/docs/search.json', { signal });
      if (!response.ok) throw new Error(`The server returned ${response.status}.`);
      return (await response.json()) as GuideWords[];
    },
    enabled: isSearching,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Pages with the headings that `text` leads to. Each of its words must be in the title of the page or in one
 * section, and one of them at least in the section.
 */
export function findGuides(
  sections: readonly GuideEntries[],
  index: readonly GuideWords[],
  text: string,
): GuideEntries[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0)
    return sections.map(({ title, pages }) => ({
      title,
      pages: pages.map((page) => ({ ...page, headings: [] })),
    }));
  const find = (page: GuideEntry): GuideEntry[] => {
    const ofPage = page.title.toLowerCase();
    const holds = (section: string) => {
      const ofSection = section.toLowerCase();
      return (
        words.every((word) => ofPage.includes(word) || ofSection.includes(word)) &&
        words.some((word) => ofSection.includes(word))
      );
    };
    const written = index.filter((one) => one.address === page.address && holds(`${one.title} ${one.words}`));
    const headings = [...page.headings.filter(({ title }) => holds(title)), ...written];
    const isFound = headings.length > 0 || words.every((word) => ofPage.includes(word));
    return isFound ? [{ ...page, headings: withoutTwins(headings) }] : [];
  };
  return sections
    .map(({ title, pages }) => ({ title, pages: pages.flatMap(find) }))
    .filter(({ pages }) => pages.length > 0);
}

/** Without those of pages as a whole. */
const withoutTwins = (headings: GuideEntry['headings']): GuideEntry['headings'] => [
  ...new Map(
    headings.filter(({ anchor }) => anchor !== '').map(({ title, anchor }) => [anchor, { title, anchor }]),
  ).values(),
];
