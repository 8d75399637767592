'use client';

import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useCommands } from '@/components/ui/commands';
import { controlClasses } from '@/components/ui/input';
import { Popover, PopoverAnchor } from '@/components/ui/popover';
import { cn } from '../ui/class-names';
import { QuerySuggestions } from './query-suggestions';
import { type LogQuery, parseQuery, type QueryFault, writeQuery } from './typed-query';
import { completeQuery, type QuerySuggestion, type SeenValues } from './typed-query-completion';
import type { FilterChoices } from './typed-query-keys';
import { MAX_QUERY_CHARACTERS, writeQuoted } from './typed-query-terms';
import { useQueryDraft } from './use-query-draft';

export interface QueryFieldProps {
  query: LogQuery;
  choices: FilterChoices;
  /** Returns the values seen in the rows of the list. */
  seen: () => SeenValues;
  onApply: (query: LogQuery) => void;
}

/**
 * The filters and the searched text as one line of text. It is applied on Enter only, because a search reads
 * through logs. `/` moves the focus here.
 */
export function QueryField({ query, choices, seen, onApply }: QueryFieldProps) {
  const listId = useId();
  const faultId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, written, setText, placeCaret } = useQueryDraft(field, query, choices);
  const [fault, setFault] = useState<QueryFault | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [current, setCurrent] = useState(-1);
  const [dismissedFor, setDismissed] = useState<string | null>(null);
  const completion = useMemo(
    () => (caret === null ? null : completeQuery(text, caret, choices, seen())),
    [text, caret, choices, seen],
  );
  const suggestions = completion?.suggestions ?? [];
  const isOpen = caret !== null && suggestions.length > 0 && dismissedFor !== text && fault === null;
  useFocusCommand(field);

  const change = (to: string) => {
    setText(to);
    setFault(null);
    setCurrent(-1);
  };
  const take = ({ insert }: QuerySuggestion) => {
    if (completion === null) return;
    const { from, to } = completion;
    const rest = text.slice(to);
    change(text.slice(0, from) + insert + (insert.endsWith(' ') ? rest.trimStart() : rest));
    placeCaret(from + insert.length);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseQuery(text, choices);
    if ('fault' in parsed) {
      setFault(parsed.fault);
      field.current?.setSelectionRange(parsed.fault.start, parsed.fault.end);
      return;
    }
    const applied = writeQuery(parsed.query, choices);
    change(applied);
    setDismissed(applied);
    onApply(parsed.query);
  };
  const onEscape = () => {
    if (isOpen) setDismissed(text);
    else if (text !== written) change(written);
    else if (query.q !== '') onApply({ ...query, q: '' });
    else field.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    const pointed = isOpen ? suggestions[current] : undefined;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'ArrowDown' && !isOpen) setDismissed(null);
    else if (event.key === 'ArrowDown') setCurrent((current + 1) % suggestions.length);
    else if (event.key === 'ArrowUp' && isOpen)
      setCurrent(current <= 0 ? suggestions.length - 1 : current - 1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && pointed !== undefined) take(pointed);
    else return;
    event.preventDefault();
  };
  return (
    <form onSubmit={submit} className="relative min-w-48 grow basis-48 max-sm:basis-full">
      <Popover open={isOpen}>
        <PopoverAnchor asChild>
          <div>
            <Search
              className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
              aria-hidden
            />
            <input
              ref={field}
              role="combobox"
              aria-label="Search and filter runs"
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
              aria-invalid={fault !== null || undefined}
              aria-describedby={fault === null ? undefined : faultId}
              placeholder="Search, or status:error cost>0.1"
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={MAX_QUERY_CHARACTERS}
              value={text}
              onChange={(event) => change(event.target.value)}
              onSelect={(event) => setCaret(caretOf(event.currentTarget))}
              onFocus={(event) => setCaret(caretOf(event.currentTarget))}
              onBlur={() => {
                setCaret(null);
                setCurrent(-1);
                setDismissed(null);
              }}
              onPaste={(event) => {
                const pasted = literal(event.clipboardData.getData('text/plain'), text === '', choices);
                if (pasted === null) return;
                event.preventDefault();
                document.execCommand('insertText', false, pasted);
              }}
              onKeyDown={onKeyDown}
              className={cn(controlClasses, 'h-8 pl-8')}
            />
          </div>
        </PopoverAnchor>
        <QuerySuggestions id={listId} suggestions={suggestions} current={current} onTake={take} />
      </Popover>
      {fault === null ? null : (
        <p
          id={faultId}
          role="alert"
          className={cn(
            'absolute top-full left-0 z-20 mt-1 max-w-full rounded-md border border-danger/40 bg-raised px-2.5 py-1.5',
            'text-danger text-xs shadow-float',
          )}
        >
          {fault.message}
        </p>
      )}
    </form>
  );
}

/** Null while a part of the text is selected: nothing is completed then. */
const caretOf = ({ selectionStart, selectionEnd }: HTMLInputElement): number | null =>
  selectionStart === selectionEnd ? selectionStart : null;

/** Returns a pasted text in quotes if it would not be read as it is; null if it can be pasted as usual. */
function literal(pasted: string, isAlone: boolean, choices: FilterChoices): string | null {
  const lines = pasted.trim().replace(/\r\n?/g, '\n');
  const isOfLines = lines.includes('\n');
  if (!isOfLines && !(isAlone && 'fault' in parseQuery(lines, choices))) return null;
  return writeQuoted(lines);
}

function useFocusCommand(field: { current: HTMLInputElement | null }): void {
  useCommands(
    useMemo(
      () => [
        {
          id: 'logs-search',
          title: 'Search and filter runs',
          group: 'Logs',
          icon: Search,
          shortcut: '/',
          run: () => field.current?.focus(),
        },
      ],
      [field],
    ),
  );
}
