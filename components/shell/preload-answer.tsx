'use client';

/**
 * Has the browser ask for `path` while it still loads the page's scripts; the client's own GET of it then
 * finds the answer there. It must be the very address that the client will ask for. In the document alone: a
 * page that one goes to later asks by itself, after what was being saved.
 */
export const PreloadAnswer = ({ path }: { path: string }) =>
  typeof window === 'undefined' ? (
    <link rel="preload" as="fetch" href={path} crossOrigin="anonymous" />
  ) : null;
