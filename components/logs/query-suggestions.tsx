'use client';

import { useEffect } from 'react';
import { cn } from '../ui/class-names';
import { PopoverContent } from '../ui/popover';
import type { QuerySuggestion } from './typed-query-completion';

interface QuerySuggestionsProps {
  /** Also the beginning of the ids of its options. */
  id: string;
  suggestions: readonly QuerySuggestion[];
  /** The place of the highlighted one; -1 for none. */
  current: number;
  onTake: (suggestion: QuerySuggestion) => void;
}

/** The list under the query field; the focus stays in the field. */
export function QuerySuggestions({ id, suggestions, current, onTake }: QuerySuggestionsProps) {
  useEffect(() => {
    if (current >= 0) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  return (
    <PopoverContent
      align="start"
      sideOffset={4}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => event.preventDefault()}
      aria-label="Suggestions"
      className="w-80 p-0"
    >
      <div id={id} role="listbox" aria-label="Suggestions" className="max-h-72 overflow-y-auto p-1">
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.insert}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            // Keeps the focus, and with it the caret, in the text.
            onPointerDown={(event) => {
              event.preventDefault();
              onTake(suggestion);
            }}
            className={cn(
              'flex h-7 cursor-default items-center gap-3 rounded-sm px-2 text-xs hover:bg-hover',
              index === current && 'bg-hover',
            )}
          >
            <span className="max-w-48 shrink-0 truncate font-mono">{suggestion.label}</span>
            <span className="min-w-0 flex-1 truncate text-right text-muted">{suggestion.detail}</span>
          </div>
        ))}
      </div>
      <p className="border-line border-t px-2 py-1 text-2xs text-faint" aria-hidden>
        ↑↓ choose · ↵ apply · Esc close
      </p>
    </PopoverContent>
  );
}
