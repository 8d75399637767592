'use client';

import { Button } from '../ui/button';

/** Reading more than this in the page's own thread would hold it up for longer than a fifth of a second. */
export const MAX_SHOWN_BYTES = 8 * 2 ** 20;

export interface WholeValueProps {
  bytes: number;
  /** Where the browser gets it as a file, called `fileName`. */
  href: string;
  fileName: string;
  isLoading: boolean;
  onLoad: () => void;
}

/** The way to the whole of a value that is shown shortened: into the page, and as a file where it is huge. */
export function WholeValue({ bytes, href, fileName, isLoading, onLoad }: WholeValueProps) {
  return (
    <>
      <Button size="sm" busy={isLoading} onClick={onLoad}>
        Load all
      </Button>
      {bytes <= MAX_SHOWN_BYTES ? null : (
        <Button size="sm" asChild>
          <a href={href} download={fileName}>
            Download all
          </a>
        </Button>
      )}
    </>
  );
}
