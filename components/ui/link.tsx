'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

export interface LinkProps extends ComponentProps<typeof NextLink> {
  /** It is pointed at, focused or followed: what its page will ask for can be asked for. */
  onIntent?: () => void;
}

/**
 * A link within the product. What it leads to is fetched when it is pointed at or focused: fetching whatever
 * is in sight, as Next does by itself, has the server render a page for each row of a list while the page
 * that is open still loads. Pages of a workspace are fetched whole: they hold no data (`app/seeds.ts`), so
 * they are small and don't get old.
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
