'use client';

import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import { writeJson } from '@/lib/platform/text/json-text';
import { cn } from './class-names';
import { copyText } from './copy-text';
import { JsonTableView } from './json-table';
import { tableIn } from './json-table-rows';
import { isBranch } from './json-tree';
import { JsonView, type JsonViewProps } from './json-view';
import { LongText } from './long-text';
import { PathMatches } from './path-matches';
import { Segmented } from './segmented';
import { useJsonPaths } from './use-json-paths';

type View = 'tree' | 'table' | 'text';

const PICK_LABEL = 'Use this value';

/** A value as a tree, as a table if it contains one, and as text; a JSONPath finds places in it. */
export function JsonViewer(props: JsonViewProps) {
  const { value, label, maxHeight = '28rem', onPick, pickLabel } = props;
  const [wanted, setView] = useState<View>('tree');
  const [path, setPath] = useState('');
  const table = useMemo(() => tableIn(value), [value]);
  const found = useJsonPaths(value, path.trim());
  const view = wanted === 'table' && table === null ? 'tree' : wanted;
  if (!isBranch(value)) return <JsonView {...props} />;
  const picking = {
    label,
    maxHeight,
    onPick: onPick ?? ((picked: string) => void copyPath(picked)),
    pickLabel: onPick === undefined ? 'Copy path' : (pickLabel ?? PICK_LABEL),
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          aria-label={`Show ${label} as`}
          value={view}
          onValueChange={setView}
          options={VIEWS.filter((each) => each.value !== 'table' || table !== null)}
        />
        <input
          aria-label={`JSONPath in ${label}`}
          placeholder="JSONPath, as $..id"
          spellCheck={false}
          autoComplete="off"
          value={path}
          onChange={(event) => setPath(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || path === '') return;
            event.preventDefault();
            setPath('');
          }}
          className={cn(
            'h-8 min-w-32 flex-1 rounded-md border border-line bg-transparent px-2.5 font-mono text-xs',
            'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus max-sm:text-lg',
          )}
        />
      </div>
      {path.trim() !== '' ? (
        <PathMatches value={value} found={found} {...picking} />
      ) : view === 'table' && table !== null ? (
        <JsonTableView key={label} table={table} {...picking} />
      ) : view === 'text' ? (
        <JsonText value={value} label={label} maxHeight={maxHeight} />
      ) : (
        <JsonView {...props} />
      )}
    </div>
  );
}

const VIEWS: ReadonlyArray<{ value: View; label: string }> = [
  { value: 'tree', label: 'Tree' },
  { value: 'table', label: 'Table' },
  { value: 'text', label: 'Text' },
];

async function copyPath(path: string): Promise<void> {
  if (await copyText(path)) toast.success('Path copied', { description: path });
}

function JsonText({ value, label, maxHeight }: Pick<JsonViewProps, 'value' | 'label' | 'maxHeight'>) {
  const text = useMemo(() => writeJson(value, null, 2) ?? '', [value]);
  return <LongText text={text} copyLabel={`Copy ${label}`} maxHeight={maxHeight ?? '28rem'} />;
}
