import { Command as Cmdk } from 'cmdk';
import { BookOpen, Globe, Import, Sparkles } from 'lucide-react';
import { allImporters } from '../import/find-importer';
import type { FoundEntry } from '../import/library-queries';

/** The prefix of the values of library entries. */
export const ENTRY = 'library:';

const IMPORTED = allImporters().map(({ importer }) => importer.label);

export function EntryItem({
  found: { library, entry },
  onChoose,
}: {
  found: FoundEntry;
  onChoose: () => void;
}) {
  return (
    <Cmdk.Item
      value={`${ENTRY}${library.id} ${entry.id}`}
      onSelect={onChoose}
      className="flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2 data-[selected=true]:bg-hover"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-pressed text-muted">
        <Globe className="size-4" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium text-sm">{entry.description ?? entry.label}</span>
        <span className="block truncate text-muted text-xs">
          {entry.label} · {library.name}
        </span>
      </span>
    </Cmdk.Item>
  );
}

export function ImportItem({ onChoose }: { onChoose: () => void }) {
  return (
    <Cmdk.Item
      value="Import requests"
      keywords={['paste', 'command', 'swagger', 'file', 'library', ...IMPORTED]}
      onSelect={onChoose}
      className="flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2 data-[selected=true]:bg-hover"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-pressed text-muted">
        <Import className="size-4" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">Import requests…</span>
        <span className="block truncate text-muted text-xs">{IMPORTED.join(', ')}, or the library</span>
      </span>
    </Cmdk.Item>
  );
}

const MERGED = ['join', 'combine', 'union', 'aggregate', 'gather'];

/** Tells those who look for it that branches need no block to come together. */
export function MergeItem({ isShown }: { isShown: boolean }) {
  if (!isShown) return null;
  return (
    <Cmdk.Item
      value="Merge branches"
      keywords={MERGED}
      onSelect={() => window.open('/docs/guide/coming-from#from-n8n', '_blank')}
      className="flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2 data-[selected=true]:bg-hover"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-pressed text-muted">
        <BookOpen className="size-4" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">Merge branches</span>
        <span className="block truncate text-muted text-xs">
          No block: connect both to the next. Read how
        </span>
      </span>
    </Cmdk.Item>
  );
}

export function DescribeItem({ onChoose }: { onChoose: () => void }) {
  return (
    <Cmdk.Item
      // Stands last, whatever is searched for: what isn't found may be described.
      forceMount
      value="Describe a step"
      keywords={['assistant', 'ai', 'propose', 'documentation', 'generate']}
      onSelect={onChoose}
      className="flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2 data-[selected=true]:bg-hover"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-pressed text-muted">
        <Sparkles className="size-4" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">Describe a step…</span>
        <span className="block truncate text-muted text-xs">In words, or from documentation</span>
      </span>
    </Cmdk.Item>
  );
}
