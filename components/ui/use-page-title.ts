import { useLayoutEffect } from 'react';

/**
 * Gives the page a title of its own. The framework sets the route's title when its metadata arrives, which may
 * be after this page's data did: then this one is set again. `title` is undefined while it isn't known.
 */
export function usePageTitle(title: string | undefined): void {
  // In the commit that leaves the page, this ends before the next page's title can be taken for a late one.
  useLayoutEffect(() => {
    if (title === undefined) return;
    const keep = () => {
      if (document.title !== title) document.title = title;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [title]);
}
