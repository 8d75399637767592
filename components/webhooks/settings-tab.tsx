'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { isRefusedAsAWhole } from '@/components/page/form';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ApiError, client } from '@/lib/platform/http/client';
import { updateWebhookEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { FormWithPreview } from './form-with-preview';
import { StaleEdit } from './stale-edit';
import { useReportUnsaved } from './unsaved-input';
import { changedFields, draftErrors, draftOf, rebaseDraft, type WebhookDraft } from './webhook-draft';
import { WebhookForm } from './webhook-form';
import { useRefreshWebhooks, webhookQuery } from './webhook-queries';

export interface SettingsTabProps {
  webhook: Webhook;
  onUnsaved: (unsaved: boolean) => void;
}

/** The options of an existing subscription. People who may not change it see the same form, read-only. */
export function SettingsTab({ webhook, onUnsaved }: SettingsTabProps) {
  const { canWrite, me } = useWorkspace();
  const [base, setBase] = useState(webhook);
  const [draft, setDraft] = useState<WebhookDraft>(() => draftOf(webhook));
  const save = useSave(webhook, (saved, sent) => {
    setBase(saved);
    setDraft((now) => rebaseDraft(sent, now, draftOf(saved)).draft);
  });
  const rebased = rebaseDraft(draftOf(base), draft, draftOf(webhook));
  const dirty = changedFields(draftOf(base), draft).length > 0;
  useReportUnsaved(dirty, onUnsaved);
  const moved = webhook.version > base.version;
  // The form adopts the stored version if it has no unsaved input or the person made the change themselves.
  if (moved && (!dirty || (webhook.updatedBy?.userId === me.id && rebased.conflicts.length === 0))) {
    setBase(webhook);
    setDraft(rebased.draft);
  }
  const stale = canWrite && dirty && moved;
  const refusedAsAWhole = isRefusedAsAWhole(save.error) && !isStale(save.error);
  return (
    <FormWithPreview
      workflowId={webhook.workflowId}
      draft={draft}
      error={save.error}
      problems={draftErrors(draft)}
      onSubmit={() => save.mutate({ draft, version: base.version })}
      footer={
        canWrite ? (
          <>
            <Button disabled={!dirty} onClick={() => setDraft(draftOf(base))}>
              Discard changes
            </Button>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!dirty}>
              Save changes
            </Button>
          </>
        ) : null
      }
    >
      {canWrite ? null : (
        <Notice>Your role in this workspace is reader: you can look at the options, not change them.</Notice>
      )}
      {refusedAsAWhole ? <Notice tone="danger">{errorWords(save.error)}</Notice> : null}
      {stale ? (
        <StaleEdit
          webhook={webhook}
          mine={draft}
          rebased={rebased}
          onKeep={() => {
            setBase(webhook);
            setDraft(rebased.draft);
            save.reset();
          }}
          onTakeTheirs={() => {
            setBase(webhook);
            setDraft(draftOf(webhook));
            save.reset();
          }}
        />
      ) : null}
      <WebhookForm
        readOnly={!canWrite}
        draft={draft}
        onChange={(change) => {
          setDraft({ ...draft, ...change });
          if (!save.isPending) save.reset();
        }}
      />
    </FormWithPreview>
  );
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'conflict';

/** @param onSaved receives the saved webhook and the sent draft; the person may have typed more since */
function useSave(webhook: Webhook, onSaved: (saved: Webhook, sent: WebhookDraft) => void) {
  const { workspaceId, id } = webhook;
  const queryClient = useQueryClient();
  const refresh = useRefreshWebhooks(workspaceId);
  return useMutation({
    mutationFn: ({ draft, version }: { draft: WebhookDraft; version: number }) =>
      client.call(updateWebhookEndpoint, { params: { id }, body: { ...draft, version } }),
    onSuccess: async (answer, { draft }) => {
      queryClient.setQueryData(webhookQuery(workspaceId, id).queryKey, answer);
      onSaved(answer.data, draft);
      toast.success('Saved', { description: 'New attempts use it.' });
      await refresh();
    },
    // The refresh loads the newer version, which shows that the edit is stale.
    onError: (error) => (isStale(error) ? refresh() : undefined),
    meta: { quiet: true },
  });
}
