'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { isRefusedAsAWhole } from '@/components/page/form';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Switch } from '@/components/ui/switch';
import { client } from '@/lib/platform/http/client';
import { createWebhookEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import { FormWithPreview } from './form-with-preview';
import { GENERATED, SecretChoice, secretBody, secretError } from './secret-choice';
import { ShownSecret } from './shown-secret';
import { useReportUnsaved } from './unsaved-input';
import { changedFields, draftErrors, EMPTY_DRAFT } from './webhook-draft';
import { WebhookForm } from './webhook-form';
import { useRefreshWebhooks } from './webhook-queries';

export interface NewWebhookProps {
  /** The workflow whose runs are sent unless the person chooses all; null: all. */
  workflowId: string | null;
  onCancel: () => void;
  onUnsaved: (unsaved: boolean) => void;
  onCreated: (id: string) => void;
}

export function NewWebhook({ workflowId, onCancel, onCreated, onUnsaved }: NewWebhookProps) {
  const { id: workspaceId } = useWorkspace();
  const refresh = useRefreshWebhooks(workspaceId);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [secret, setSecret] = useState(GENERATED);
  const [coversAll, setCoversAll] = useState(false);
  const covered = coversAll ? null : workflowId;
  const create = useMutation({
    mutationFn: () =>
      client.call(createWebhookEndpoint, {
        body: { ...draft, workspaceId, workflowId: covered, secret: secretBody(secret) },
      }),
    onSuccess: async ({ data, secret: shown }) => {
      await refresh();
      if (shown === null) onCreated(data.id);
    },
    meta: { quiet: true },
  });
  const touched = changedFields(draft, EMPTY_DRAFT).length > 0 || secret.kind !== GENERATED.kind || coversAll;
  useReportUnsaved(touched && !create.isSuccess, onUnsaved);
  return (
    <>
      <FormWithPreview
        workflowId={covered}
        draft={draft}
        error={create.error}
        problems={{ ...draftErrors(draft), 'secret.value': secretError(secret) }}
        onSubmit={() => create.mutate()}
        footer={
          <>
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" variant="primary" busy={create.isPending}>
              Subscribe
            </Button>
          </>
        }
      >
        {isRefusedAsAWhole(create.error) ? <Notice tone="danger">{errorWords(create.error)}</Notice> : null}
        <WebhookForm
          draft={draft}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            create.reset();
          }}
        >
          {workflowId === null ? null : (
            <Switch
              label="All workflows"
              help="Sends the runs of every workflow of this workspace, also of those created later."
              checked={coversAll}
              onCheckedChange={setCoversAll}
            />
          )}
          <SecretChoice allowNone draft={secret} onChange={setSecret} />
        </WebhookForm>
      </FormWithPreview>
      {create.data?.secret ? (
        <ShownSecret secret={create.data.secret} onClose={() => onCreated(create.data.data.id)} />
      ) : null}
    </>
  );
}
