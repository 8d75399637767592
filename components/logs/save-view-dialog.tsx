'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Checkbox } from '@/components/ui/checkbox';
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
  return (
    <FormDialog
      title={view === undefined ? 'Save this view' : 'Rename or share'}
      description={
        view === undefined
          ? 'Keeps the filters, the search, the grouping and the columns under a name.'
          : 'The filters of the view stay as they are.'
      }
      size="sm"
      submitLabel="Save"
      form={{
        noValidate: true,
        error: save.error,
        problems: { name: checked.error?.issues[0]?.message },
        notice: null,
        onSubmit: () => (checked.success ? save.mutate(checked.data) : undefined),
      }}
      busy={save.isPending}
      onClose={onClose}
    >
      <Field name="name" label="Name">
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
      {save.isError && fieldErrors(save.error).name === undefined ? (
        <Notice tone="danger" title="The view was not saved">
          {errorWords(save.error)}
        </Notice>
      ) : null}
    </FormDialog>
  );
}
