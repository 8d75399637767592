import { queryOptions } from '@tanstack/react-query';
import type MiniSearch from 'minisearch';
import type { Options, SearchOptions } from 'minisearch';

export interface GuideEntry {
  address: string;
  title: string;
}

export interface GuideEntries {
  title: string;
  pages: readonly GuideEntry[];
}

/** A heading of a guide with the text under it. Text directly under the page's title has no heading. */
export interface GuideWords {
  /** The page's address, with the heading's anchor. */
  id: string;
  page: string;
  heading: string;
  words: string;
}

export interface FoundGuide {
  id: string;
  page: string;
  heading: string;
}

/** Words that stand in questions and say nothing about their subject. */
const IGNORED = new Set(
  'a an and are at be by can do does for from how i in is it my of on or so that the this to what when where which why with you'.split(
    ' ',
  ),
);

const OPTIONS: Options<GuideWords> = {
  fields: ['page', 'heading', 'words'],
  storeFields: ['page', 'heading'],
  processTerm: (term) => (IGNORED.has(term.toLowerCase()) ? null : term.toLowerCase()),
};

const SEARCH: SearchOptions = {
  boost: { page: 2, heading: 4 },
  prefix: (term) => term.length > 2,
  // One letter may be wrong in a word of five, two in a word of ten.
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
};

const MOST_RESULTS = 20;

/** Results below this share of the best one's score match a common word only. */
const LEAST_SHARE = 0.2;

/** Makes the index of the search, in some ten milliseconds. */
export async function indexGuides(words: readonly GuideWords[]): Promise<MiniSearch<GuideWords>> {
  const { default: Library } = await import('minisearch');
  const index = new Library(OPTIONS);
  index.addAll(words);
  return index;
}

/** The library and the texts are fetched on the first search. */
export const guideIndexQuery = (isSearching: boolean) =>
  queryOptions({
    queryKey: ['guide-index'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/docs/search.json', { signal });
      if (!response.ok) throw new Error(`The server returned ${response.status}.`);
      return indexGuides((await response.json()) as GuideWords[]);
    },
    enabled: isSearching,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** Returns the sections that match most words of `text`, best first. */
export function searchGuides(index: MiniSearch<GuideWords>, text: string): FoundGuide[] {
  const found = index.search(text, SEARCH);
  const least = (found[0]?.score ?? 0) * LEAST_SHARE;
  return found
    .filter(({ score }) => score >= least)
    .slice(0, MOST_RESULTS)
    .map(({ id, page, heading }) => ({ id, page, heading }));
}
