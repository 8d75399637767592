'use client';

import { useState } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { formatCount } from './format-quantity';

/** Longer texts are rendered only on demand, so that the page stays responsive. */
const SHOWN_CHARACTERS = 100_000;

export interface LongTextProps {
  text: string;
  copyLabel: string;
  /** A CSS length. */
  maxHeight: string;
}

/** A text of any length in a scrolling box. */
export function LongText({ text, copyLabel, maxHeight }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : text.slice(0, SHOWN_CHARACTERS);
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-sunken">
      <CopyButton text={text} label={copyLabel} className="absolute top-1 right-1" />
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="wrap-anywhere overflow-auto whitespace-pre-wrap p-2.5 pr-9 text-xs"
        style={{ maxHeight }}
      >
        {shown}
      </pre>
      {shown.length === text.length ? null : (
        <Button variant="ghost" size="sm" className="m-1" onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </Button>
      )}
    </div>
  );
}
