'use client';

import { Braces, Maximize2, Minimize2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button';

export interface CodeButtonsProps {
  /** The name of the text, if a form has several texts of code. */
  of: string | undefined;
  isExpanded: boolean;
  readOnly: boolean;
  onFormat: () => void;
  onExpand: (isExpanded: boolean) => void;
}

/** The buttons of a code field. */
export function CodeButtons({ of: name, isExpanded, readOnly, onFormat, onExpand }: CodeButtonsProps) {
  const named = (words: string) => (name === undefined ? words : `${words}: ${name}`);
  return (
    <span className="flex shrink-0 items-center [&_svg]:size-3.5!">
      {isExpanded ? null : (
        <span
          className="pr-1 text-2xs text-faint not-group-focus-within/code:hidden max-sm:hidden"
          aria-hidden
        >
          Esc, then Tab leaves
        </span>
      )}
      {readOnly ? null : (
        <IconButton label={named('Format')} size="sm" shortcut="shift+alt+f" onClick={onFormat}>
          <Braces />
        </IconButton>
      )}
      <IconButton
        label={named(isExpanded ? 'Back to the form' : 'Expand')}
        size="sm"
        shortcut="mod+shift+e"
        onClick={() => onExpand(!isExpanded)}
      >
        {isExpanded ? <Minimize2 /> : <Maximize2 />}
      </IconButton>
    </span>
  );
}
