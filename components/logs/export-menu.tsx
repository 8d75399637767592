'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { countOf } from '@/components/ui/format-quantity';
import { formatMinute } from '@/components/ui/format-time';
import { useTimeZone } from '@/components/ui/page-time';
import { saveFile } from '@/components/ui/save-file';
import { serverNow } from '@/lib/platform/http/server-clock';
import { histogramQuery, runsCounted } from './histogram-query';
import {
  type ExportedRow,
  type ExportFormat,
  exportedFile,
  exportName,
  exportProgress,
  listedRows,
  searchProgress,
} from './log-export';
import type { LogFilters } from './log-filters';
import { streamLogs } from './log-queries';
import { readSearchPage, searchedRows } from './search-walk';

interface ExportMenuProps {
  workspaceId: string;
  filters: LogFilters;
  /** The searched text; empty if all runs are listed. */
  q: string;
  /** The reason why the current view cannot be exported. */
  refusal: string | null;
}

/** Exports exactly the runs that are listed, or that the search finds, as a file. */
export function ExportMenu({ workspaceId, filters, q, refusal }: ExportMenuProps) {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const { name } = useWorkspace();
  const run = (format: ExportFormat) => {
    if (q !== '') {
      const search = { workspaceId, filters, q };
      const read: RowReader = (show, signal) =>
        searchedRows(
          (place) => readSearchPage(search, place, signal),
          ({ found, from }) =>
            show(searchProgress(found, from && formatMinute(Date.parse(from), serverNow(), timeZone))),
          signal,
        );
      void exportTo(name, format, read, () => null);
      return;
    }
    const counted = queryClient.getQueryData(histogramQuery(workspaceId, filters).queryKey);
    const total = counted && runsCounted(counted.data);
    const read: RowReader = async function* (_show, signal) {
      yield* listedRows((await streamLogs(workspaceId, filters, signal)).body!);
    };
    void exportTo(name, format, read, (rows) => exportProgress(rows, total));
  };
  const refusalId = useId();
  const item = refusal === null ? {} : { disabled: true, 'aria-describedby': refusalId };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Download aria-hidden />
          <span className="max-sm:sr-only">Export</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {refusal === null ? null : (
          <DropdownMenuLabel id={refusalId} className="max-w-64 whitespace-normal">
            {refusal}
          </DropdownMenuLabel>
        )}
        <DropdownMenuItem {...item} onSelect={() => run('csv')}>
          CSV
        </DropdownMenuItem>
        <DropdownMenuItem {...item} onSelect={() => run('ndjson')}>
          NDJSON, with all fields
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Reads the rows of an export. `show` displays the progress if the number of rows does not tell it. */
type RowReader = (show: (words: string) => void, signal: AbortSignal) => AsyncIterable<ExportedRow>;

/** `progressOf` returns the progress text for a number of rows; null if the reader shows it itself. */
async function exportTo(
  workspace: string,
  format: ExportFormat,
  read: RowReader,
  progressOf: (rows: number) => string | null,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const id = toast.loading('Exporting…');
  const show = (words: string | null) => {
    const action = { label: 'Cancel', onClick: () => stopping.abort() };
    if (words !== null && !signal.aborted) toast.loading(words, { id, action });
  };
  show(progressOf(0) ?? 'Exporting…');
  try {
    const { file, rows } = await exportedFile(read(show, signal), format, (count) => show(progressOf(count)));
    saveFile(file, exportName(workspace, format, serverNow()));
    toast.success(`Exported ${countOf(rows, 'run')}`, { id, action: undefined });
  } catch (error) {
    if (signal.aborted) toast.info('The export was cancelled.', { id, action: undefined });
    else toast.error(`Couldn’t export: ${errorWords(error)}`, { id, action: undefined });
  }
}
