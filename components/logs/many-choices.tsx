'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { formatCount } from '@/components/ui/format-quantity';
import { Input } from '@/components/ui/input';
import { plainLetters } from '@/components/ui/plain-letters';
import type { Choice } from './typed-query-keys';

const SEARCH_FROM = 8;

export interface ManyChoicesProps {
  label: string;
  options: readonly Choice[];
  chosen: readonly string[];
  /** The number of runs of each choice, where it is known. */
  counts?: Readonly<Partial<Record<string, number>>> | null;
  onToggle: (value: string) => void;
  onClear: () => void;
}

/** A list to choose several of. */
export function ManyChoices({ label, options, chosen, counts = null, onToggle, onClear }: ManyChoicesProps) {
  const [text, setText] = useState('');
  const sought = plainLetters(text.trim());
  const shown = options.filter((option) => plainLetters(option.label).includes(sought));
  return (
    <>
      {options.length >= SEARCH_FROM ? (
        <Input
          aria-label={`Find ${label.toLowerCase()}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mb-2"
        />
      ) : null}
      <ul aria-label={label} className="max-h-64 overflow-y-auto">
        {shown.map((option) => (
          <li
            key={option.value}
            className="flex items-start justify-between gap-2 rounded-md px-1.5 py-1.5 hover:bg-hover"
          >
            <Checkbox
              label={option.label}
              checked={chosen.includes(option.value)}
              onCheckedChange={() => onToggle(option.value)}
            />
            {counts === null ? null : (
              <span className="tabular shrink-0 text-faint text-xs leading-5">
                {formatCount(counts[option.value] ?? 0)}
                <span className="sr-only"> runs</span>
              </span>
            )}
          </li>
        ))}
        {shown.length === 0 ? <li className="px-1.5 py-2 text-muted">None.</li> : null}
      </ul>
      {chosen.length > 0 ? (
        <Button variant="ghost" size="sm" className="mt-1 w-full" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </>
  );
}
