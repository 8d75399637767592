'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { plainLetters } from '@/components/ui/plain-letters';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';

const SEARCH_FROM = 8;

export interface ManyFilterProps {
  label: string;
  options: ReadonlyArray<{ value: string; label: string }>;
  chosen: readonly string[];
  onToggle: (value: string) => void;
  onClear: () => void;
}

/** A filter with several choices; the button names the chosen ones. */
export function ManyFilter({ label, options, chosen, onToggle, onClear }: ManyFilterProps) {
  const [text, setText] = useState('');
  const only = chosen.length === 1 ? options.find((option) => option.value === chosen[0])?.label : undefined;
  const sought = plainLetters(text.trim());
  const shown = options.filter((option) => plainLetters(option.label).includes(sought));
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button className={chosen.length > 0 ? 'border-accent-solid/50 bg-accent-soft' : ''}>
          <span className="max-w-40 truncate">
            {label}
            {chosen.length > 0 ? <span className="text-accent">: {only ?? chosen.length}</span> : null}
          </span>
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} align="start" className="w-64 p-2">
        {options.length >= SEARCH_FROM ? (
          <Input
            aria-label={`Find ${label.toLowerCase()}`}
            placeholder="Find"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mb-2"
          />
        ) : null}
        <ul className="max-h-64 overflow-y-auto">
          {shown.map((option) => (
            <li key={option.value} className="rounded-md px-1.5 py-1.5 hover:bg-hover">
              <Checkbox
                label={option.label}
                checked={chosen.includes(option.value)}
                onCheckedChange={() => onToggle(option.value)}
              />
            </li>
          ))}
          {shown.length === 0 ? <li className="px-1.5 py-2 text-muted">None.</li> : null}
        </ul>
        {chosen.length > 0 ? (
          <Button variant="ghost" size="sm" className="mt-1 w-full" onClick={onClear}>
            Clear
          </Button>
        ) : null}
      </PopoverContent>
    </Popover>
  );
}
