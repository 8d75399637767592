import { useMutation } from '@tanstack/react-query';
import { FastForward } from 'lucide-react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { client } from '@/lib/platform/http/client';
import { sendPendingEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { useRefreshWebhooks } from './webhook-queries';
import { redeliverProblem } from './webhook-words';

/** Sends all pending deliveries now, for a receiver that works again. */
export function SendAllNow({ webhook }: { webhook: Webhook }) {
  const { workspaceId, id, pending } = webhook;
  const refresh = useRefreshWebhooks(workspaceId);
  const send = useMutation({
    mutationFn: () => client.call(sendPendingEndpoint, { params: { id } }),
    onSuccess: async ({ data: { count } }) => {
      if (count === 0) toast.success('Nothing is waiting: pending deliveries are being sent');
      else toast.success(`Sending ${countOf(count, 'delivery', 'deliveries')} now`);
      await refresh();
    },
  });
  const problem = redeliverProblem(webhook);
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={problem !== undefined || pending === 0}
      title={problem ?? (pending === 0 ? 'Nothing is pending.' : undefined)}
      busy={send.isPending}
      onClick={() => send.mutate()}
    >
      <FastForward aria-hidden />
      Send all now{pending === 0 ? '' : ` (${formatCount(pending)})`}
    </Button>
  );
}
