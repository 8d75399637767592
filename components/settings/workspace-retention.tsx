'use client';

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { fieldProblems } from '@/components/page/error-words';
import { Form } from '@/components/page/form';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { countOf } from '@/components/ui/format-quantity';
import { Input } from '@/components/ui/input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { typedNumber } from '@/components/ui/typed-number';
import { client } from '@/lib/platform/http/client';
import { getRetentionEndpoint, setRetentionEndpoint } from '@/lib/services/retention/endpoints';
import { NewRetention, type Retention } from '@/lib/services/retention/schema';

const retentionQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'retention'],
    queryFn: ({ signal }) => client.call(getRetentionEndpoint, { params: { workspaceId } }, { signal }),
  });

/** Sets how long logs and what they hold are kept. */
export function WorkspaceRetention() {
  const { id: workspaceId } = useWorkspace();
  const retention = useQuery(retentionQuery(workspaceId));
  if (retention.isPending) return <SkeletonRows rows={2} className="h-14" />;
  if (retention.isError)
    return <LoadFailure error={retention.error} onRetry={() => void retention.refetch()} />;
  return <RetentionForm saved={retention.data.data} />;
}

const textOf = (days: number | null): string => (days === null ? '' : String(days));
const daysOf = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

function RetentionForm({ saved }: { saved: Retention }) {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const [logs, setLogs] = useState(textOf(saved.logDays));
  const [payloads, setPayloads] = useState(textOf(saved.payloadDays));
  const [isAsking, setAsking] = useState(false);
  const checked = NewRetention.safeParse({ logDays: daysOf(logs), payloadDays: daysOf(payloads) });
  const save = useMutation({
    mutationFn: (body: NewRetention) => client.call(setRetentionEndpoint, { params: { workspaceId }, body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(retentionQuery(workspaceId).queryKey, answer);
      toast.success('Retention saved');
    },
    onSettled: () => setAsking(false),
    meta: { quiet: true },
  });
  const submit = () => {
    if (!checked.success) return;
    if (isShorter(checked.data, saved)) setAsking(true);
    else save.mutate(checked.data);
  };
  return (
    <>
      <Form noValidate error={save.error} problems={fieldProblems(checked)} onSubmit={submit}>
        <Field name="logDays" label="Keep logs, days" aside="optional" help={planWords(saved)}>
          <Input
            inputMode="numeric"
            className="tabular max-w-40"
            placeholder={String(saved.planDays)}
            readOnly={!isAdmin}
            value={logs}
            onChange={(event) => setLogs(event.target.value)}
          />
        </Field>
        <Field
          name="payloadDays"
          label="Keep inputs and outputs, days"
          aside="optional"
          help="Also traces, files and bodies of deliveries. The log stays, without them."
        >
          <Input
            inputMode="numeric"
            className="tabular max-w-40"
            placeholder="As long as the log"
            readOnly={!isAdmin}
            value={payloads}
            onChange={(event) => setPayloads(event.target.value)}
          />
        </Field>
        {isAdmin ? (
          <Button type="submit" variant="primary" className="self-start" busy={save.isPending}>
            Save retention
          </Button>
        ) : (
          <p className="text-muted text-sm">Admins of this workspace can change this.</p>
        )}
      </Form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete older data?"
        confirmLabel="Save and delete"
        danger
        busy={save.isPending}
        onConfirm={() => checked.success && save.mutate(checked.data)}
      >
        What is older than this is deleted within six hours. It can’t be restored.
      </ConfirmDialog>
    </>
  );
}

const planWords = ({ planDays }: Retention): string =>
  `The plan keeps logs for ${countOf(planDays, 'day')}, which is the most.`;

/** True if something that is kept now would be deleted. */
function isShorter({ logDays, payloadDays }: NewRetention, { planDays, keptDays }: Retention): boolean {
  const logs = Math.min(logDays ?? planDays, planDays);
  return logs < keptDays.logs || Math.min(payloadDays ?? logs, logs) < keptDays.payloads;
}
