'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { logPagePath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { useCommands } from '@/components/ui/commands';
import { IconButton } from '@/components/ui/icon-button';
import type { LogDetail } from '@/lib/services/logs/schema';
import type { LogFilters } from '../logs/log-filters';
import { neighboursQuery } from '../logs/neighbour-runs';

interface NeighbourButtonsProps {
  log: LogDetail;
  filters: LogFilters;
  /** The same filters as text. */
  search: string;
}

/** Links to the previous and next run of the list from which this one was opened. */
export function NeighbourButtons({ log, filters, search }: NeighbourButtonsProps) {
  const { id } = useWorkspace();
  const router = useRouter();
  const { data, isPlaceholderData } = useQuery({
    ...neighboursQuery(id, log, filters),
    placeholderData: keepPreviousData,
  });
  const ways = useMemo(() => {
    const to = (logId: string | null | undefined) =>
      logId && !isPlaceholderData ? () => router.push(logPagePath(id, logId, search)) : null;
    return { newer: to(data?.newer), older: to(data?.older) };
  }, [data, isPlaceholderData, router, id, search]);
  useCommands(
    useMemo(
      () => [
        { id: 'run-newer', title: 'Newer run', group: 'Run', shortcut: 'k', run: () => ways.newer?.() },
        { id: 'run-older', title: 'Older run', group: 'Run', shortcut: 'j', run: () => ways.older?.() },
      ],
      [ways],
    ),
  );
  return (
    <span className="flex items-center">
      <IconButton
        label="Newer run"
        shortcut="k"
        disabled={ways.newer === null}
        onClick={() => ways.newer?.()}
      >
        <ChevronUp />
      </IconButton>
      <IconButton
        label="Older run"
        shortcut="j"
        disabled={ways.older === null}
        onClick={() => ways.older?.()}
      >
        <ChevronDown />
      </IconButton>
    </span>
  );
}
