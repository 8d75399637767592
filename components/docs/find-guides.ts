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

/** The text under a heading of a guide, or under its title; then `title` and `anchor` are empty. */
export interface GuideWords {
  address: string;
  title: string;
  anchor: string;
  words: string;
}

/** Fetched on the first search; until then, and after a failure, only headings are searched. */
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
 * Returns pages with the headings that match `text`. Each word must be in the page's title or in one
 * section, and at least one of them in the section.
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

/** Removes duplicate headings and those without an anchor, which are whole pages. */
const withoutTwins = (headings: GuideEntry['headings']): GuideEntry['headings'] => [
  ...new Map(
    headings.filter(({ anchor }) => anchor !== '').map(({ title, anchor }) => [anchor, { title, anchor }]),
  ).values(),
];
