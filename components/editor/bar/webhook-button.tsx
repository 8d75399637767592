'use client';

import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useMemo } from 'react';
import { cn } from '../../ui/class-names';
import { type Command, useCommands } from '../../ui/commands';
import { IconButton } from '../../ui/icon-button';
import { webhookPanel } from '../../webhooks/late-webhook-panel';
import { useWebhookAddress } from '../../webhooks/use-webhook-address';
import { webhooksQuery } from '../../webhooks/webhook-queries';
import { inTrouble } from '../../webhooks/webhook-words';
import { useEditor } from '../store/editor-context';

/** Opens the workflow's webhook subscriptions; a mark shows that one of them is failing. */
export function WebhookButton() {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const { go } = useWebhookAddress();
  const { data } = useQuery({ ...webhooksQuery(workspaceId, workflowId), refetchInterval: false });
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'webhooks',
          title: 'Webhooks of this workflow',
          group: 'Workflow',
          icon: Webhook,
          keywords: ['subscription', 'notification', 'delivery'],
          run: () => go({ kind: 'list' }),
        },
      ],
      [go],
    ),
  );
  const trouble = data?.some(inTrouble) ?? false;
  return (
    <span className="relative">
      <IconButton
        label={trouble ? 'Webhooks: one is failing' : 'Webhooks'}
        onPointerEnter={webhookPanel.ask}
        onFocus={webhookPanel.ask}
        onClick={() => go({ kind: 'list' })}
      >
        <Webhook />
      </IconButton>
      {trouble ? (
        <span
          className={cn(
            'pointer-events-none absolute top-1 right-1 size-2',
            'rounded-full border-2 border-surface bg-warning-solid',
          )}
          aria-hidden
        />
      ) : null}
    </span>
  );
}
