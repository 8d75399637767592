'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cn } from '../../ui/class-names';
import { TEXT_CONTROL } from '../../ui/focus-after';
import { Popover, PopoverAnchor, PopoverContent } from '../../ui/popover';

export interface SuggestedInputProps {
  /** The name of the input inside, for its list of suggestions. */
  label: string;
  value: string;
  options: readonly string[];
  onChoose: (value: string) => void;
  /** Returns true if the pasted text was handled and must not go into the input. */
  onPaste?: (text: string) => boolean;
  /** If true, Enter takes the only matching option: for known names, not free text. */
  takesOnly?: boolean;
  'data-row-key'?: boolean;
  className?: string;
  children: ReactNode;
}

/** Offers values under the input while it has the focus; the input keeps its own completion. */
export function SuggestedInput(props: SuggestedInputProps) {
  const { label, value, options, onChoose, onPaste, className, children } = props;
  const listId = useId();
  const [hasFocus, setFocus] = useState(false);
  /** The text for which the list was closed last; null if it never was. */
  const [dismissedFor, setDismissed] = useState<string | null>(null);
  const [current, setCurrent] = useState(-1);
  const isOpen = hasFocus && options.length > 0 && dismissedFor !== value;
  const frame = useComboboxWiring(listId, isOpen, current);
  const choose = (option: string) => {
    onChoose(option);
    setDismissed(option);
    setCurrent(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    const isOnly = props.takesOnly === true && value !== '' && options.length === 1;
    const pointed = event.key === 'Enter' && current === -1 && isOnly ? 0 : current;
    const act = keyAct(event.key, options, pointed);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'dismiss') setDismissed(value);
    else if (typeof act === 'number') setCurrent(act);
    else choose(act.option);
  };
  return (
    <Popover open={isOpen}>
      <PopoverAnchor asChild>
        <fieldset
          ref={frame}
          {...(props['data-row-key'] ? { 'data-row-key': true } : {})}
          className={cn('min-w-0', className)}
          onFocus={() => {
            setFocus(true);
            setCurrent(-1);
          }}
          onBlur={() => setFocus(false)}
          onKeyDownCapture={onKeyDown}
          onPasteCapture={(event) => {
            if (onPaste?.(event.clipboardData.getData('text/plain')) !== true) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {children}
          <span role="status" className="sr-only">
            {isOpen && current === -1 ? `${options.length} suggestions: use the down key` : ''}
          </span>
        </fieldset>
      </PopoverAnchor>
      <PopoverContent
        align="start"
        sideOffset={4}
        id={listId}
        role="listbox"
        aria-label={`Suggestions for ${label}`}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        className="max-h-64 w-auto min-w-44 max-w-72 p-1"
      >
        {options.map((option, index) => (
          <div
            key={option}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
            className={cn(
              'cursor-default truncate rounded-sm px-2 py-1 font-mono text-xs hover:bg-hover',
              index === current && 'bg-hover',
            )}
          >
            {option}
          </div>
        ))}
      </PopoverContent>
    </Popover>
  );
}

/** Sets the ARIA attributes that link the input to its list and the current option. */
function useComboboxWiring(listId: string, isOpen: boolean, current: number) {
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const text = frame.current?.querySelector(TEXT_CONTROL);
    if (text === null || text === undefined || !isOpen) return;
    const wiring: Record<string, string> = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'true',
      'aria-controls': listId,
      ...(current === -1 ? {} : { 'aria-activedescendant': `${listId}-${current}` }),
    };
    const before = Object.keys(wiring).map((name) => [name, text.getAttribute(name)] as const);
    for (const [name, value] of Object.entries(wiring)) text.setAttribute(name, value);
    return () => {
      for (const [name, value] of before)
        if (value === null) text.removeAttribute(name);
        else text.setAttribute(name, value);
    };
  }, [listId, isOpen, current]);
  return frame;
}

/** Returns the action of a key. Enter and Tab take an option only after one was highlighted. */
function keyAct(key: string, options: readonly string[], current: number) {
  if (key === 'ArrowDown') return (current + 1) % options.length;
  if (key === 'ArrowUp') return current <= 0 ? options.length - 1 : current - 1;
  if (key === 'Escape') return 'dismiss';
  const option = options[current];
  return (key === 'Enter' || key === 'Tab') && option !== undefined ? { option } : null;
}
