'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { client } from '@/lib/platform/http/client';
import { askAlertRecipientEndpoint } from '@/lib/services/alerts/endpoints';
import type { AlertRecipient } from '@/lib/services/alerts/schema';
import { alertsQuery } from './settings-queries';

/** Addresses of a rule that are not confirmed yet, with a button to send the link again. */
export function UnconfirmedRecipients({ recipients }: { recipients: readonly AlertRecipient[] }) {
  const waiting = recipients.filter(({ confirmed }) => !confirmed);
  if (waiting.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {waiting.map((recipient) => (
        <Unconfirmed key={recipient.email} recipient={recipient} />
      ))}
    </ul>
  );
}

function Unconfirmed({ recipient: { email, problem } }: { recipient: AlertRecipient }) {
  const { id: workspaceId, canWrite } = useWorkspace();
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: () => client.call(askAlertRecipientEndpoint, { params: { workspaceId }, body: { email } }),
    onSuccess: () => toast.success(`Sent a confirmation link to ${email}`),
    onError: (error) => toast.error(errorWords(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery(workspaceId).queryKey }),
    meta: { quiet: true },
  });
  return (
    <li className="flex flex-wrap items-center gap-2 text-xs">
      <Badge tone="warning">Not confirmed</Badge>
      <span className="break-all">{email}</span>
      {canWrite ? (
        <Button
          variant="ghost"
          size="sm"
          busy={ask.isPending}
          aria-label={`Send the confirmation link to ${email} again`}
          onClick={() => ask.mutate()}
        >
          Send link again
        </Button>
      ) : null}
      {problem === null ? null : <span className="text-danger">{problem}</span>}
    </li>
  );
}
