'use client';

import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { useFieldControl } from '../../ui/field';
import { formatBytes } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { type FileValue, readFileValue } from './file-value';

export interface FileButtonProps {
  /** The purpose of the file: "Choose a file for photo". */
  label: string;
  onFile: (file: FileValue) => void;
}

/** Chooses a local file as a value. It is uploaded only with a run or a send. */
export function FileButton({ label, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = (file: File) =>
    readFileValue(file).then(onFile, (error: Error) => toast.error(error.message, { id: 'file' }));
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        className="hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows choosing the same file again, for example after it was changed.
          event.target.value = '';
          if (file !== undefined) void read(file);
        }}
      />
      <Button size="sm" variant="ghost" className="self-start" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
        {label}
      </Button>
    </>
  );
}

/** The chosen file, shown instead of a text. */
export function ChosenFile({ file, onRemove }: { file: FileValue; onRemove: () => void }) {
  return (
    <p
      className={cn(
        'flex min-h-8 min-w-0 items-center gap-2 rounded-md border border-line',
        'bg-sunken pl-2.5 text-sm',
      )}
    >
      <Paperclip className="size-3.5 shrink-0 text-faint" aria-hidden />
      <span className="min-w-0 truncate">{file.name}</span>
      <span className="min-w-0 flex-1 truncate text-muted text-xs">
        {formatBytes(file.size)} · {file.contentType}
      </span>
      <IconButton {...useFieldControl()} label={`Remove ${file.name}`} size="sm" onClick={onRemove}>
        <X />
      </IconButton>
    </p>
  );
}
