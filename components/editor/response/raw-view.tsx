'use client';

import { useState } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { formatCount } from '../../ui/format-quantity';
import { type ResponseBody, rawText } from './read-response';

/** Longer texts are drawn only when asked for: the page stays quick. */
const SHOWN_CHARACTERS = 100_000;

/** A body as it was received; as text made of it where that is not known. */
export function RawView({ body, received }: { body: ResponseBody; received?: string | null }) {
  const [isWhole, setWhole] = useState(false);
  const text = received ?? rawText(body);
  if (text === '') return <p className="text-faint text-sm">The body is empty.</p>;
  const shown = isWhole ? text : text.slice(0, SHOWN_CHARACTERS);
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-sunken">
      <CopyButton text={text} label="Copy raw" className="absolute top-1 right-1" />
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-112 overflow-auto whitespace-pre-wrap break-all p-2.5 pr-9 text-xs"
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
