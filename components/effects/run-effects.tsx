'use client';

import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { DataTable } from '@/components/ui/data-table';
import { SkeletonRows } from '@/components/ui/skeleton';
import { EFFECT_COLUMNS, effectKey, runColumn } from './effect-columns';
import { effectsOfRunQuery } from './effect-queries';
import { bySending, missingWords } from './effect-words';

/** The requests with which a run, and the runs that it called, may have changed something. */
export function RunEffects({ executionId }: { executionId: string }) {
  const { id } = useWorkspace();
  const effects = useQuery(effectsOfRunQuery(id, executionId));
  if (effects.isPending) return <SkeletonRows rows={3} className="h-10" />;
  if (effects.isError) return <LoadFailure error={effects.error} onRetry={() => effects.refetch()} />;
  const missing = missingWords(effects.data, executionId);
  const hasCalled = effects.data.some((effect) => effect.executionId !== executionId);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-sm">
        Requests that may have changed something at another server. “Unknown”: no answer was seen.
      </p>
      <DataTable
        rows={bySending(effects.data)}
        keyOf={effectKey}
        columns={hasCalled ? [...EFFECT_COLUMNS, runColumn(id)] : EFFECT_COLUMNS}
      />
      {missing === null ? null : <p className="text-muted text-sm">{missing}</p>}
    </div>
  );
}
