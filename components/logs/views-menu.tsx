'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Pencil, Plus, Save, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { showSearch } from '@/components/ui/show-search';
import { client } from '@/lib/platform/http/client';
import { deleteLogViewEndpoint, updateLogViewEndpoint } from '@/lib/services/log-views/endpoints';
import { logsPageQuery } from '@/lib/services/log-views/logs-page-query';
import type { LogView } from '@/lib/services/log-views/schema';
import { logViewsQuery } from './log-views-query';
import { SaveViewDialog } from './save-view-dialog';

/** Saved filters with names: the account's own and those shared in the workspace. */
export function ViewsMenu() {
  const { id: workspaceId } = useWorkspace();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState<LogView | 'new' | null>(null);
  const [deleting, setDeleting] = useState<LogView | null>(null);
  const change = useViewChange(workspaceId);
  const show = (view: LogView) => {
    setOpen(false);
    showSearch(logsPageQuery(view.search), 'push');
  };
  return (
    <>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button size="sm">
            <Bookmark aria-hidden />
            <span className="max-sm:sr-only">Views</span>
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Saved views" align="end" className="w-80 p-2">
          <ViewList
            onShow={show}
            onUpdate={(view) => change.mutate({ view, search: logsPageQuery(window.location.search) })}
            onEdit={(view) => {
              setOpen(false);
              setSaving(view);
            }}
            onDelete={(view) => {
              setOpen(false);
              setDeleting(view);
            }}
          />
          <Button
            variant="ghost"
            size="sm"
            className="mt-1 w-full"
            onClick={() => {
              setOpen(false);
              setSaving('new');
            }}
          >
            <Plus aria-hidden />
            Save as a view…
          </Button>
        </PopoverContent>
      </Popover>
      {saving === null ? null : (
        <SaveViewDialog {...(saving === 'new' ? {} : { view: saving })} onClose={() => setSaving(null)} />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(isOpen) => (isOpen ? undefined : setDeleting(null))}
        title={`Delete the view “${deleting?.name ?? ''}”?`}
        confirmLabel="Delete view"
        danger
        busy={change.isPending}
        onConfirm={() =>
          deleting && change.mutate({ view: deleting }, { onSettled: () => setDeleting(null) })
        }
      >
        {deleting?.shared
          ? 'Removed for everyone. No log is deleted.'
          : 'Only the saved filters go. No log is deleted.'}
      </ConfirmDialog>
    </>
  );
}

/** Saves new filters in a view, or deletes the view if there are none. */
function useViewChange(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ view, search }: { view: LogView; search?: string }) => {
      const params = { workspaceId, viewId: view.id };
      if (search === undefined) await client.call(deleteLogViewEndpoint, { params });
      else await client.call(updateLogViewEndpoint, { params, body: { search } });
    },
    onSuccess: async (_, { view, search }) => {
      await queryClient.invalidateQueries({ queryKey: logViewsQuery(workspaceId).queryKey });
      toast.success(search === undefined ? `Deleted “${view.name}”` : `Saved in “${view.name}”`);
    },
    onError: (error) => toast.error(errorWords(error)),
    meta: { quiet: true },
  });
}

interface ViewListProps {
  onShow: (view: LogView) => void;
  onUpdate: (view: LogView) => void;
  onEdit: (view: LogView) => void;
  onDelete: (view: LogView) => void;
}

function ViewList({ onShow, onUpdate, onEdit, onDelete }: ViewListProps) {
  const { id: workspaceId } = useWorkspace();
  const views = useQuery(logViewsQuery(workspaceId));
  if (views.isError)
    return (
      <p className="px-2 py-2 text-muted text-sm">
        {errorWords(views.error)}{' '}
        <Button size="sm" onClick={() => views.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (views.data === undefined)
    return (
      <p role="status" className="px-2 py-2 text-muted text-sm">
        Loading…
      </p>
    );
  if (views.data.length === 0)
    return (
      <p className="px-2 py-2 text-muted text-sm">
        No saved views yet. Filter the runs, then save the filters.
      </p>
    );
  return (
    <ul className="max-h-80 overflow-y-auto">
      {views.data.map((view) => (
        <li key={view.id} className="group flex items-center gap-0.5 rounded-md pl-2 hover:bg-hover">
          <button
            type="button"
            className="flex h-8 min-w-0 flex-1 items-center gap-2 text-left text-sm"
            onClick={() => onShow(view)}
          >
            <span className="truncate">{view.name}</span>
            {view.shared ? (
              <Users className="size-3.5 shrink-0 text-faint" role="img" aria-label="Shared" />
            ) : null}
          </button>
          {view.canEdit ? (
            <>
              <IconButton label={`Update “${view.name}”`} onClick={() => onUpdate(view)}>
                <Save />
              </IconButton>
              <IconButton label={`Rename or share “${view.name}”`} onClick={() => onEdit(view)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Delete “${view.name}”`} onClick={() => onDelete(view)}>
                <Trash2 />
              </IconButton>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
