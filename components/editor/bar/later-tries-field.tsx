import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { getLaterTriesEndpoint } from '@/lib/services/later-tries/endpoints';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';
import { LaterTriesDialog } from './later-tries-dialog';
import { laterTriesWords, waitingTriesWords } from './later-tries-words';

const laterTriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id, 'later-tries'],
    queryFn: ({ signal }) => client.call(getLaterTriesEndpoint, { params: { id } }, { signal }),
  });

/** Says when failed runs are tried again, and opens the dialog to change it. */
export function LaterTriesField({ onOpen }: { onOpen: () => void }) {
  const id = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const rule = useQuery(laterTriesQuery(id));
  if (rule.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (rule.isError) return <LoadFailure error={rule.error} onRetry={() => rule.refetch()} />;
  const { data } = rule.data;
  const now = waitingTriesWords(data.waiting);
  return (
    <section aria-label="Later tries" className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">Later tries</h3>
      <p className="wrap-anywhere text-muted text-sm">{laterTriesWords(data)}</p>
      {now === null ? null : <p className="tabular text-muted text-xs">{now}</p>}
      {readOnly ? null : (
        <Button className="self-start" onClick={onOpen}>
          Change later tries…
        </Button>
      )}
    </section>
  );
}

/** The state of the dialog, which stands beside the form that opens it: a form in a form would submit both. */
export function useLaterTriesDialog() {
  const [isOpen, setOpen] = useState(false);
  const id = useEditor((state) => state.workflowId);
  const rule = useQuery({ ...laterTriesQuery(id), enabled: isOpen });
  const dialog =
    isOpen && rule.data !== undefined ? (
      <LaterTriesDialog workflowId={id} saved={rule.data.data} onClose={() => setOpen(false)} />
    ) : null;
  return { open: () => setOpen(true), dialog };
}
