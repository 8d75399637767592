'use client';

import { Button } from '../ui/button';

/** Parsing more than this on the main thread would block it for more than a fifth of a second. */
export const MAX_SHOWN_BYTES = 8 * 2 ** 20;

export interface WholeValueProps {
  bytes: number;
  /** The address of the file called `fileName`. */
  href: string;
  fileName: string;
  isLoading: boolean;
  onLoad: () => void;
}

/** Loads the complete value of a shortened one: into the page, or as a file if it is huge. */
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
