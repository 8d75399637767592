'use client';

import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useCommands } from '@/components/ui/commands';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';

const MAX_CHARACTERS = 200;

/** Stands for a line end, which a field of one line would drop without a word. */
const LINE_END = '↵';
const shownLines = (text: string): string => text.replace(/\r\n?|\n/g, LINE_END);

/** Searches on Enter only, because each search reads through logs. `/` moves the focus here. */
export function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => shownLines(q));
  useEffect(() => setText(shownLines(q)), [q]);
  useCommands(
    useMemo(
      () => [
        {
          id: 'logs-search',
          title: 'Search in runs',
          group: 'Logs',
          icon: Search,
          shortcut: '/',
          run: () => field.current?.focus(),
        },
      ],
      [],
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.replaceAll(LINE_END, '\n').trim());
  };
  return (
    <form onSubmit={submit} className="relative max-w-72 grow basis-52 max-sm:max-w-none max-sm:basis-full">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
        aria-hidden
      />
      <Input
        ref={field}
        type="search"
        aria-label="Search in inputs, outputs and errors"
        placeholder="Search in inputs, outputs, errors"
        maxLength={MAX_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = shownLines(event.clipboardData.getData('text/plain').trim());
          if (!pasted.includes(LINE_END)) return;
          event.preventDefault();
          document.execCommand('insertText', false, pasted);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text === '') field.current?.blur();
          else setText('');
          if (q !== '') onSearch('');
        }}
        className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? null : (
        <IconButton
          type="button"
          label="Clear the search"
          className="absolute top-1/2 right-0.5 size-7 -translate-y-1/2"
          onClick={() => {
            setText('');
            onSearch('');
            field.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </form>
  );
}
