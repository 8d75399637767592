'use client';

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cn } from '../../ui/class-names';
import { Popover, PopoverAnchor, PopoverContent } from '../../ui/popover';

export interface SuggestedInputProps {
  /** Of the text inside, for its list of suggestions. */
  label: string;
  value: string;
  options: readonly string[];
  onChoose: (value: string) => void;
  /** True when the pasted text was taken and is not for the text inside. */
  onPaste?: (text: string) => boolean;
  'data-row-key'?: boolean;
  className?: string;
  children: ReactNode;
}

/** Offers values under the text it surrounds while that has the focus; the text keeps its own completion. */
export function SuggestedInput(props: SuggestedInputProps) {
  const { label, value, options, onChoose, onPaste, className, children } = props;
  const listId = useId();
  const [hasFocus, setFocus] = useState(false);
  /** The text for which the list was closed, or nothing typed yet. */
  const [dismissedFor, setDismissed] = useState<string | null>(null);
  const [current, setCurrent] = useState(-1);
  const isOpen = hasFocus && options.length > 0 && dismissedFor !== value;
  const choose = (option: string) => {
    onChoose(option);
    setDismissed(option);
    setCurrent(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    const act = keyAct(event.key, options, current);
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
            {isOpen ? (options[current] ?? `${options.length} suggestions: use the down key`) : ''}
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

/** Enter and Tab take an option only once one was pointed at: what was typed stands otherwise. */
function keyAct(key: string, options: readonly string[], current: number) {
  if (key === 'ArrowDown') return (current + 1) % options.length;
  if (key === 'ArrowUp') return current <= 0 ? options.length - 1 : current - 1;
  if (key === 'Escape') return 'dismiss';
  const option = options[current];
  return (key === 'Enter' || key === 'Tab') && option !== undefined ? { option } : null;
}
