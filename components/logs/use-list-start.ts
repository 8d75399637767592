'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { LogSummary } from '@/lib/services/logs/schema';
import type { LogFilters } from './log-filters';
import { logQuery } from './log-queries';

/**
 * Chooses the start of the list: the newest run, or the linked run if it is older than the first page.
 * `settle` takes the loaded rows and decides once.
 */
export function useListStart(openId: string | null, filters: LogFilters) {
  const [linkedId, setLinkedId] = useState(openId);
  const [at, setAt] = useState<string | null>(null);
  const linked = useQuery({ ...logQuery(linkedId ?? ''), enabled: linkedId !== null }).data;
  const settle = useCallback(
    (rows: readonly LogSummary[]) => {
      const last = rows.at(-1);
      if (linkedId === null || last === undefined) return;
      if (rows.some((row) => row.id === linkedId)) return setLinkedId(null);
      if (linked === undefined) return;
      setLinkedId(null);
      if (Date.parse(linked.startedAt) < Date.parse(last.startedAt)) setAt(linked.startedAt);
    },
    [linkedId, linked],
  );
  const leave = useCallback(() => setAt(null), []);
  const fromThere = useMemo(() => (at === null ? filters : { ...filters, endDate: at }), [filters, at]);
  return { at, filters: fromThere, settle, leave };
}
