'use client';

import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface PasteFieldProps {
  text: string;
  rows: number;
  onText: (text: string) => void;
  error: string | undefined;
  onSubmit: (() => void) | undefined;
}

/** What was copied elsewhere. */
export function PasteField({ text, rows, onText, error, onSubmit }: PasteFieldProps) {
  return (
    <Field label="Paste it here" error={error}>
      <Textarea
        value={text}
        rows={rows}
        spellCheck={false}
        placeholder="curl https://api.example.com/users -H 'Authorization: Bearer …'"
        className="font-mono text-xs"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || onSubmit === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      />
    </Field>
  );
}

export function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_FILE_BYTES) toast.warning('This file is larger than 10 MB.');
    else onText(await file.text());
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,.yaml,.yml,.har,.sh,.txt"
        aria-label="File to import"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Choose a file
      </Button>
    </>
  );
}
