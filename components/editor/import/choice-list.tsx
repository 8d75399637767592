'use client';

import { Command as Cmdk } from 'cmdk';
import { Search, Square, SquareCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { type ImportChoice, ImportError } from '@/lib/core/blocks/import-export';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import type { FoundImporter } from './find-importer';

export interface ChoiceListProps {
  found: FoundImporter;
  text: string;
  /** Takes one at once; absent where several are always ticked. */
  onChoose?: (id: string) => void;
  /** The ids of ticked ones; null while choosing one imports it. */
  ticked: readonly string[] | null;
  onTicked: (ids: readonly string[] | null) => void;
}

/** More blocks than that in a row are hardly meant. */
const MOST_TICKED = 100;

type Choices =
  | { kind: 'reading' }
  | { kind: 'list'; list: ImportChoice[]; notes: string[] }
  | { kind: 'error'; words: string };

/** The contents of a text, to search and choose from. */
export function ChoiceList({ found, text, onChoose, ticked, onTicked }: ChoiceListProps) {
  const choices = useChoices(found, text);
  if (choices.kind === 'reading') return <p className="mt-3 text-muted text-sm">Reading…</p>;
  if (choices.kind === 'error')
    return (
      <p role="alert" className="mt-3 text-danger text-sm">
        {choices.words}
      </p>
    );
  const toggle = (id: string) => {
    if (ticked === null) return onChoose?.(id);
    if (ticked.includes(id)) return onTicked(ticked.filter((other) => other !== id));
    if (ticked.length >= MOST_TICKED)
      return void toast.warning(`At most ${MOST_TICKED} requests are imported at once.`);
    onTicked([...ticked, id]);
  };
  const groups = [...new Set(choices.list.map((choice) => choice.group ?? ''))];
  return (
    <>
      {choices.notes.length > 0 ? (
        <p role="status" className="mt-3 max-h-24 overflow-y-auto text-sm text-warning">
          {choices.notes.join(' ')}
        </p>
      ) : null}
      {onChoose === undefined ? null : (
        <div className="mt-3 flex justify-end">
          <Button variant="link" size="sm" onClick={() => onTicked(ticked === null ? [] : null)}>
            {ticked === null ? 'Choose several' : 'Choose one'}
          </Button>
        </div>
      )}
      <Cmdk
        loop
        label={ticked === null ? 'Choose one' : 'Choose several'}
        className="mt-1.5 rounded-lg border border-line-strong"
      >
        <div className="flex items-center gap-2 border-line border-b px-3">
          <Search className="size-4 text-faint" aria-hidden />
          <Cmdk.Input
            autoFocus
            placeholder={`Search ${choices.list.length} operations`}
            className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none"
          />
        </div>
        <Cmdk.List className="max-h-64 overflow-y-auto p-1">
          <Cmdk.Empty className="px-3 py-6 text-center text-muted text-sm">No results</Cmdk.Empty>
          {groups.map((group) => (
            <Cmdk.Group
              key={group}
              heading={group || undefined}
              className={cn(
                '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1',
                '[&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs',
              )}
            >
              {choices.list
                .filter((choice) => (choice.group ?? '') === group)
                .map((choice) => (
                  <Cmdk.Item
                    key={choice.id}
                    value={choice.id}
                    keywords={[choice.label, choice.description ?? '', group]}
                    onSelect={() => toggle(choice.id)}
                    aria-checked={ticked === null ? undefined : ticked.includes(choice.id)}
                    className="cursor-default rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
                  >
                    <span className="flex items-center gap-2">
                      {ticked === null ? null : <Tick isOn={ticked.includes(choice.id)} />}
                      <span className="min-w-0 truncate font-mono text-xs">{choice.label}</span>
                    </span>
                    {choice.description === undefined ? null : (
                      <span className="block truncate text-muted text-xs">{choice.description}</span>
                    )}
                  </Cmdk.Item>
                ))}
            </Cmdk.Group>
          ))}
        </Cmdk.List>
      </Cmdk>
    </>
  );
}

const Tick = ({ isOn }: { isOn: boolean }) => {
  const Icon = isOn ? SquareCheck : Square;
  return <Icon className={cn('size-4 shrink-0', isOn ? 'text-accent' : 'text-faint')} aria-hidden />;
};

function useChoices({ importer }: FoundImporter, text: string): Choices {
  const [choices, setChoices] = useState<Choices>({ kind: 'reading' });
  useEffect(() => {
    let isCurrent = true;
    setChoices({ kind: 'reading' });
    const read = async () => {
      try {
        const list = (await importer.choices?.(text)) ?? [];
        const notes = (await importer.notes?.(text)) ?? [];
        if (isCurrent) setChoices({ kind: 'list', list, notes });
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        if (isCurrent) setChoices({ kind: 'error', words: error.message });
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [importer, text]);
  return choices;
}
