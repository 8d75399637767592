'use client';

import { readUrl } from '@/lib/platform/read-url';
import { Badge } from '../../ui/badge';
import { Checkbox } from '../../ui/checkbox';
import { cn } from '../../ui/class-names';
import { DurationText } from '../../ui/duration-text';
import { formatBytes } from '../../ui/format-quantity';
import { RelativeTime } from '../../ui/relative-time';
import { Status } from '../../ui/status';
import { StatusChip } from '../response/status-chip';
import type { HistoryEntry } from './history-entry';

export interface HistoryListProps {
  entries: readonly HistoryEntry[];
  openId: string | null;
  /** The ids of the entries to compare. */
  chosen: readonly string[];
  onOpen: (id: string) => void;
  onChoose: (id: string) => void;
}

/** One row for each response, the newest first. */
export function HistoryList({ entries, openId, chosen, onOpen, onChoose }: HistoryListProps) {
  return (
    <ol aria-label="Responses of this block" className="flex flex-col gap-1">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className={cn(
            'flex items-center gap-2 rounded-lg border border-line px-2',
            (entry.id === openId || chosen.includes(entry.id)) && 'border-accent-solid bg-accent-soft',
          )}
        >
          <Checkbox
            checked={chosen.includes(entry.id)}
            onCheckedChange={() => onChoose(entry.id)}
            aria-label={`Compare ${entryWords(entry)}`}
            disabled={entry.sent === null}
          />
          <button
            type="button"
            aria-current={entry.id === openId}
            onClick={() => onOpen(entry.id)}
            className="min-w-0 flex-1 rounded-md py-1.5 text-left hover:text-accent"
          >
            <EntryLine entry={entry} />
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Describes an entry, to distinguish it from others. */
function entryWords({ source, request, status, outcome, at }: HistoryEntry): string {
  const what = request === null ? outcome : `${request.method} ${request.url}, ${status ?? outcome}`;
  return `${source === 'sent' ? 'sent alone' : 'run'}, ${what}, ${new Date(at).toLocaleString()}`;
}

/** Returns path and query, where URLs differ most; the whole URL is in the tooltip. */
function pathOf(url: string): string {
  const read = readUrl(url);
  return read === null ? url : read.pathname + read.search;
}

function EntryLine({ entry }: { entry: HistoryEntry }) {
  const { request, status, outcome, durationMs, bytes, source, iteration, at } = entry;
  return (
    <>
      <span className="flex items-center gap-2">
        {request === null ? <Status kind={outcome} /> : <StatusChip status={status} />}
        {request === null ? null : (
          <span className="min-w-0 truncate font-mono text-xs" title={`${request.method} ${request.url}`}>
            {request.method} {pathOf(request.url)}
          </span>
        )}
      </span>
      <span className="tabular mt-0.5 flex flex-wrap items-center gap-x-3 text-muted text-xs">
        <Badge tone={source === 'sent' ? 'accent' : 'neutral'}>
          {source === 'sent' ? 'sent alone' : 'run'}
        </Badge>
        {iteration === null ? null : <span>iteration {iteration + 1}</span>}
        <DurationText ms={durationMs} />
        {bytes === null ? null : <span>{formatBytes(bytes)}</span>}
        <RelativeTime at={at} />
      </span>
    </>
  );
}
