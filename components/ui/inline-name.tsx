'use client';

import { useRef, useState } from 'react';
import { cn } from './class-names';
import { Popover, PopoverAnchor, PopoverContent } from './popover';

export interface InlineNameProps {
  value: string;
  label: string;
  readOnly: boolean;
  /** Returns the reason why a name is rejected; null if it was accepted. */
  onRename: (name: string) => string | null;
  /** Limits the input: the maximum length of a name. */
  maxLength?: number;
  className?: string;
}

/** A name that is edited in place: Enter or leaving accepts it, Escape restores the old one. */
export function InlineName({ value, label, readOnly, onRename, maxLength, className }: InlineNameProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const finish = () => {
    if (draft === null) return;
    const wanted = draft.trim();
    const words = wanted === value ? null : onRename(wanted);
    setRefusal(words);
    if (words === null) setDraft(null);
  };
  return (
    <Popover open={refusal !== null}>
      <span className={cn('block min-w-0', className)}>
        <PopoverAnchor asChild>
          <input
            ref={input}
            aria-label={label}
            aria-invalid={refusal !== null}
            // Then there is nothing typed that an undo could mean.
            data-accepted={draft === null || undefined}
            title={readOnly ? value : label}
            value={draft ?? value}
            readOnly={readOnly}
            maxLength={maxLength}
            spellCheck={false}
            onChange={(event) => {
              setDraft(event.target.value);
              setRefusal(null);
            }}
            onFocus={(event) => {
              if (!readOnly) event.target.select();
            }}
            onBlur={() => {
              finish();
              if (refusal === null) return;
              setDraft(null);
              setRefusal(null);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                finish();
              } else if (event.key === 'Escape' && draft !== null) {
                event.preventDefault();
                event.stopPropagation();
                setDraft(null);
                setRefusal(null);
              }
            }}
            className={cn(
              'field-sizing-content h-7 min-w-10 max-w-full truncate rounded-md border',
              'border-transparent bg-transparent px-1.5 font-semibold text-ink',
              'not-read-only:hover:bg-hover not-read-only:focus:border-focus',
              'not-read-only:focus:bg-surface focus:outline-none aria-invalid:border-danger!',
            )}
          />
        </PopoverAnchor>
        <PopoverContent
          role="alert"
          align="start"
          className="w-72 px-2.5 py-1.5 text-danger text-xs"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
        >
          {refusal}
        </PopoverContent>
      </span>
    </Popover>
  );
}
