'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

export interface LinkProps extends ComponentProps<typeof NextLink> {
  /** Called when the link is pointed at, focused or followed: the page's data can be requested early. */
  onIntent?: () => void;
  /** Fetches the page without waiting for a sign that somebody wants it. */
  isLikely?: boolean;
}

/**
 * A link within the product. Its page is fetched when the link is pointed at or focused: fetching every
 * visible link, the default of Next, makes the server render a page for each row of a list while the open
 * page still loads. Pages of a workspace are fetched whole: they contain no data (`app/seeds.ts`), so they
 * are small and do not become stale.
 */
export function Link({ onIntent, onPointerEnter, onFocus, onClick, isLikely = false, ...props }: LinkProps) {
  const [isMeant, setMeant] = useState(false);
  const isOfWorkspace = typeof props.href === 'string' && props.href.startsWith('/w/');
  const intend = () => {
    setMeant(true);
    onIntent?.();
  };
  return (
    <NextLink
      {...props}
      prefetch={isMeant || isLikely ? isOfWorkspace || null : false}
      onPointerEnter={(event) => {
        intend();
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        intend();
        onFocus?.(event);
      }}
      onClick={(event) => {
        onIntent?.();
        onClick?.(event);
      }}
    />
  );
}
