import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import { Link } from '../ui/link';
import { CONTENTS_LINK } from './docs-frame';
import { type FoundGuide, guideIndexQuery, searchGuides } from './search-guides';

interface GuideSearch {
  found: readonly FoundGuide[];
  state: 'loading' | 'failed' | 'ready';
  retry: () => void;
}

/** Searches the guides for `text`; nothing is fetched while it is empty. */
export function useGuideSearch(text: string): GuideSearch {
  const index = useQuery(guideIndexQuery(text !== ''));
  return {
    found: index.data && text !== '' ? searchGuides(index.data, text) : [],
    state: index.data ? 'ready' : index.isError ? 'failed' : 'loading',
    retry: () => void index.refetch(),
  };
}

/** The sections found, best first. */
export function GuideResults(props: { search: GuideSearch; onFollow?: (() => void) | undefined }) {
  const { found, state, retry } = props.search;
  return (
    <>
      <p role="status" className="px-2 pb-1 text-faint text-xs">
        {saying(state, found.length)}
      </p>
      {state === 'failed' ? (
        <Button size="sm" className="mx-2" onClick={retry}>
          Try again
        </Button>
      ) : null}
      {found.map(({ id, page, heading }) => (
        <Link
          key={id}
          href={id}
          className={cn(CONTENTS_LINK, 'flex-col items-start gap-0')}
          onClick={props.onFollow}
        >
          {heading === '' ? (
            page
          ) : (
            <>
              {heading}
              <span className="text-faint text-xs">{page}</span>
            </>
          )}
        </Link>
      ))}
    </>
  );
}

function saying(state: GuideSearch['state'], count: number): string {
  if (state === 'loading') return 'Searching …';
  if (state === 'failed') return 'The search could not be loaded.';
  if (count === 0) return 'Nothing found. Try other words.';
  return count === 1 ? '1 result' : `${count} results, best first`;
}
