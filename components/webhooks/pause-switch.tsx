'use client';

import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { Switch } from '@/components/ui/switch';
import { client } from '@/lib/platform/http/client';
import { setWebhookActiveEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { useRefreshWebhooks } from './webhook-queries';
import { addressParts } from './webhook-words';

/** Pauses or resumes; a toast explains the effect and offers to undo it. */
export function useSetActive(webhook: Webhook) {
  const { id: workspaceId } = useWorkspace();
  const refresh = useRefreshWebhooks(workspaceId);
  const set = useMutation({
    mutationFn: (active: boolean) =>
      client.call(setWebhookActiveEndpoint, { params: { id: webhook.id }, body: { active } }),
    onSuccess: async (_answer, active) => {
      await refresh();
      toast.success(active ? 'Resumed' : 'Paused', {
        description: active
          ? 'Runs that complete from now on are delivered.'
          : 'Runs that complete meanwhile are not delivered, and pending deliveries are cancelled.',
        action: { label: 'Undo', onClick: () => set.mutate(!active) },
      });
    },
  });
  return set;
}

export function PauseSwitch({ webhook }: { webhook: Webhook }) {
  const set = useSetActive(webhook);
  return (
    <Switch
      aria-label={`Deliver to ${addressParts(webhook.url).host}`}
      checked={set.isPending ? set.variables : webhook.active}
      disabled={set.isPending}
      onCheckedChange={(active) => set.mutate(active)}
    />
  );
}
