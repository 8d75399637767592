'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { client } from '@/lib/platform/http/client';
import { createLogViewEndpoint, updateLogViewEndpoint } from '@/lib/services/log-views/endpoints';
import { logsPageQuery } from '@/lib/services/log-views/logs-page-query';
import { type LogView, LogViewName } from '@/lib/services/log-views/schema';
import { logViewsQuery } from './log-views-query';

interface SaveViewDialogProps {
  /** The view to rename or share; if absent, a new one is saved. */
  view?: LogView;
  onClose: () => void;
}

export function SaveViewDialog({ view, onClose }: SaveViewDialogProps) {
  const { id: workspaceId, role } = useWorkspace();
  const queryClient = useQueryClient();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [tried, setTried] = useState(false);
  const checked = LogViewName.safeParse(name);
  const save = useMutation({
    mutationFn: (valid: string) => {
      const body = { name: valid, shared };
      if (view !== undefined)
        return client.call(updateLogViewEndpoint, { params: { workspaceId, viewId: view.id }, body });
      const search = logsPageQuery(window.location.search);
      return client.call(createLogViewEndpoint, { params: { workspaceId }, body: { ...body, search } });
    },
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: logViewsQuery(workspaceId).queryKey });
      toast.success(`Saved “${data.name}”`);
      onClose();
    },
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked.success) save.mutate(checked.data);
  };
  const refused = fieldErrors(save.error).name;
  const wrong = tried && !checked.success ? checked.error.issues[0]?.message : refused;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={view === undefined ? 'Save this view' : 'Rename or share'}
      description={
        view === undefined
          ? 'Keeps the filters, the search and the grouping under a name.'
          : 'The filters of the view stay as they are.'
      }
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="save-view" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id="save-view" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" error={wrong}>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Failures of today"
          />
        </Field>
        {role === 'reader' ? null : (
          <Checkbox
            label="Share it with the workspace"
            help="All members have it in their list."
            checked={shared}
            onCheckedChange={setShared}
          />
        )}
        {save.isError && refused === undefined ? (
          <Notice tone="danger" title="The view was not saved">
            {errorWords(save.error)}
          </Notice>
        ) : null}
      </form>
    </Dialog>
  );
}
