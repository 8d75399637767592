'use client';

import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { countOf } from '@/components/ui/format-quantity';
import { saveFile } from '@/components/ui/save-file';
import { type ExportFormat, exportedFile } from './log-export';
import type { LogFilters } from './log-filters';
import { streamLogs } from './log-queries';

/** Exactly the runs that are listed, as a file. */
export function ExportMenu({ workspaceId, filters }: { workspaceId: string; filters: LogFilters }) {
  const run = (format: ExportFormat) => void exportTo(format, workspaceId, filters);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Download aria-hidden />
          <span className="max-sm:sr-only">Export</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => run('csv')}>CSV</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => run('ndjson')}>NDJSON, with all fields</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

async function exportTo(format: ExportFormat, workspaceId: string, filters: LogFilters): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const id = toast.loading('Exporting…');
  const show = (rows: number) => {
    const action = { label: 'Cancel', onClick: () => stopping.abort() };
    if (!signal.aborted) toast.loading(`Exporting… ${countOf(rows, 'run')}`, { id, action });
  };
  show(0);
  try {
    const { body } = await streamLogs(workspaceId, filters, signal);
    const { file, rows } = await exportedFile(body!, format, show);
    saveFile(file, `logs.${format}`);
    toast.success(`Exported ${countOf(rows, 'run')}`, { id, action: undefined });
  } catch (error) {
    if (signal.aborted) toast.info('The export was cancelled.', { id, action: undefined });
    else toast.error(`Couldn’t export: ${errorWords(error)}`, { id, action: undefined });
  }
}
