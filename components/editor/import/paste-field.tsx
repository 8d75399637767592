'use client';

import { FileUp } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { splitFiles } from '@/lib/core/blocks/file-set';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';
import { readFiles } from './read-files';

export interface PasteFieldProps {
  text: string;
  rows: number;
  onText: (text: string) => void;
  error: string | undefined;
  onSubmit: (() => void) | undefined;
}

/** The input for text copied from elsewhere. */
export function PasteField({ text, rows, onText, error, onSubmit }: PasteFieldProps) {
  const files = useMemo(() => splitFiles(text), [text]);
  if (files !== null)
    return <ChosenFiles names={files.map(({ name }) => name)} error={error} onClear={() => onText('')} />;
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

/** Lists several chosen files, whose contents can't be edited as one text. */
function ChosenFiles({
  names,
  error,
  onClear,
}: {
  names: readonly string[];
  error: string | undefined;
  onClear: () => void;
}) {
  return (
    <Field label={`${names.length} files`} error={error}>
      <div className="flex items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5">
        <span className="min-w-0 flex-1 truncate font-mono text-xs">{names.join(', ')}</span>
        <Button onClick={onClear}>Clear</Button>
      </div>
    </Field>
  );
}

export function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (chosen: readonly File[]) => {
    const text = chosen.length === 0 ? null : await readFiles(chosen);
    if (text !== null) onText(text);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept=".json,.yaml,.yml,.har,.sh,.txt"
        aria-label="Files to import"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void take([...(event.target.files ?? [])])}
      />
      <Button onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Choose files
      </Button>
    </>
  );
}
