import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { getRunLimitsEndpoint } from '@/lib/services/run-limits/endpoints';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';
import { RunLimitsDialog } from './run-limits-dialog';
import { limitsWords, nowWords } from './run-limits-words';

const runLimitsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id, 'run-limits'],
    queryFn: ({ signal }) => client.call(getRunLimitsEndpoint, { params: { id } }, { signal }),
  });

/** Says how many runs go on at once, and opens the dialog to change it. */
export function RunLimitsField({ onOpen }: { onOpen: () => void }) {
  const id = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const limits = useQuery(runLimitsQuery(id));
  if (limits.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (limits.isError) return <LoadFailure error={limits.error} onRetry={() => limits.refetch()} />;
  const { data } = limits.data;
  const now = nowWords(data);
  return (
    <section aria-label="Runs at once" className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">Runs at once</h3>
      <p className="wrap-anywhere text-muted text-sm">{limitsWords(data)}</p>
      {now === null ? null : <p className="tabular text-muted text-xs">{now}</p>}
      {readOnly ? null : (
        <Button className="self-start" onClick={onOpen}>
          Change runs at once…
        </Button>
      )}
    </section>
  );
}

/** The state of the dialog, which stands beside the form that opens it: a form in a form would submit both. */
export function useRunLimitsDialog() {
  const [isOpen, setOpen] = useState(false);
  const id = useEditor((state) => state.workflowId);
  const limits = useQuery({ ...runLimitsQuery(id), enabled: isOpen });
  const dialog =
    isOpen && limits.data !== undefined ? (
      <RunLimitsDialog workflowId={id} saved={limits.data.data} onClose={() => setOpen(false)} />
    ) : null;
  return { open: () => setOpen(true), dialog };
}
