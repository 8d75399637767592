'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { fieldProblems } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ShownOnceDialog } from '@/components/ui/shown-once-dialog';
import { Switch } from '@/components/ui/switch';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import { client } from '@/lib/platform/http/client';
import { createAlertEndpoint, updateAlertEndpoint } from '@/lib/services/alerts/endpoints';
import { type AlertRule, AlertSettings } from '@/lib/services/alerts/schema';
import { AlertConditionFields } from './alert-condition-fields';
import { AlertDestinationFields } from './alert-destination-fields';
import { type AlertDraft, destinationWords, draftOf, newDraft, ruleSentence, settingsOf } from './alert-form';
import { alertsQuery } from './settings-queries';

export interface AlertDialogProps {
  /** Null for a new rule. */
  rule: AlertRule | null;
  canSendEmail: boolean;
  onClose: () => void;
}

export function AlertDialog({ rule, canSendEmail, onClose }: AlertDialogProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => (rule === null ? newDraft(canSendEmail) : draftOf(rule)));
  const set = (change: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...change }));
  const checked = AlertSettings.safeParse(settingsOf(draft));
  const save = useMutation({
    mutationFn: (body: AlertSettings) =>
      rule === null
        ? client.call(createAlertEndpoint, { body: { ...body, workspaceId } })
        : client.call(updateAlertEndpoint, { params: { id: rule.id }, body }),
    onSuccess: async ({ data, secret }) => {
      await queryClient.invalidateQueries({ queryKey: alertsQuery(workspaceId).queryKey });
      if (secret !== null) return;
      toast.success(`Saved ${data.name}`);
      onClose();
    },
    meta: { quiet: true },
  });
  if (save.data?.secret)
    return (
      <ShownOnceDialog
        title={`Signing secret of ${save.data.data.name}`}
        label="Secret"
        secret={save.data.secret}
        warning="It signs the requests to this webhook. Copy it to the receiver: it can’t be shown again."
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={rule === null ? 'New alert' : `Edit ${rule.name}`}
      submitLabel="Save alert"
      form={{
        noValidate: true,
        error: save.error,
        problems: fieldProblems(checked),
        onSubmit: () => (checked.success ? save.mutate(checked.data) : undefined),
      }}
      busy={save.isPending}
      onClose={onClose}
    >
      <Field name="name" label="Name">
        <Input maxLength={100} value={draft.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <AlertConditionFields draft={draft} onChange={set} />
      <AlertDestinationFields draft={draft} canSendEmail={canSendEmail} onChange={set} />
      {draft.kind === 'error-groups' ? null : (
        <Switch
          label="Also notify when it recovers"
          checked={draft.notifyRecovery}
          onCheckedChange={(notifyRecovery) => set({ notifyRecovery })}
        />
      )}
      <Sentence settings={checked.success ? checked.data : null} />
    </FormDialog>
  );
}

/** Describes the rule while it is edited. */
function Sentence({ settings }: { settings: AlertSettings | null }) {
  const { id } = useWorkspace();
  const { data: workflows } = useQuery(workflowsQuery(id));
  const nameOf = (workflowId: string) => workflows?.find((one) => one.id === workflowId)?.name;
  return (
    <p aria-live="polite" className="rounded-md bg-sunken px-3 py-2 text-sm">
      {settings === null
        ? 'Fill in the form to see what will be sent.'
        : `${ruleSentence(settings, nameOf)} → ${destinationWords(settings.destination)}`}
    </p>
  );
}
