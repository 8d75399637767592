'use client';

import { useRef, useState } from 'react';
import { cn } from '../ui/class-names';

export interface InlineNameProps {
  value: string;
  label: string;
  readOnly: boolean;
  /** Why this name can't be, in words; null when it was taken. */
  onRename: (name: string) => string | null;
  /** Held while typing: characters a name can have. */
  maxLength?: number;
  className?: string;
}

/** A name that is edited where it stands: Enter or leaving takes it, Escape gives the old one back. */
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
    <span className={cn('relative block min-w-0', className)}>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={refusal !== null}
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
        className="field-sizing-content h-7 min-w-16 max-w-full truncate rounded-md border border-transparent bg-transparent px-1.5 font-semibold text-ink not-read-only:hover:bg-hover not-read-only:focus:border-focus not-read-only:focus:bg-surface focus:outline-none aria-invalid:border-danger!"
      />
      {refusal === null ? null : (
        <span
          role="alert"
          className="absolute top-full left-0 z-20 mt-1 w-72 max-w-[80vw] rounded-md bg-raised px-2.5 py-1.5 font-normal text-danger text-xs shadow-float"
        >
          {refusal}
        </span>
      )}
    </span>
  );
}
