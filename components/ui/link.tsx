'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

export interface LinkProps extends ComponentProps<typeof NextLink> {
  /** Called when the link is pointed at, focused or followed: the page's data can be requested early. */
  onIntent?: () => void;
}

/**
 * A link within the product. Its page is fetched when the link is pointed at or focused: fetching every
 * visible link, the default of Next, makes the server render a page for each row of a list while the open
 * page still loads. Pages of a workspace are fetched whole: they contain no data (`app/seeds.ts`), so they
 * are small and do not become stale.
 */
export function Link({ onIntent, onPointerEnter, onFocus, onClick, ...props }: LinkProps) {
  const [isLikely, setLikely] = useState(false);
  const isOfWorkspace = typeof props.href === 'string' && props.href.startsWith('/w/');
  const intend = () => {
    setLikely(true);
    onIntent?.();
  };
  return (
    <NextLink
      {...props}
      prefetch={isLikely ? isOfWorkspace || null : false}
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
