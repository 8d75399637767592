'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, History, Pencil, Trash2 } from 'lucide-react';
import { toast } from 'sonner';
import { type QueryState, QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Switch } from '@/components/ui/switch';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import { client } from '@/lib/platform/http/client';
import { updateAlertEndpoint } from '@/lib/services/alerts/endpoints';
import type { AlertRule } from '@/lib/services/alerts/schema';
import { destinationWords, ruleSentence, storedSettings } from './alert-form';
import { alertsQuery } from './settings-queries';
import { UnconfirmedRecipients } from './unconfirmed-recipients';

export interface AlertTableProps {
  query: QueryState;
  rules: readonly AlertRule[] | undefined;
  onEdit: (rule: AlertRule) => void;
  onDelete: (rule: AlertRule) => void;
  onHistory: (rule: AlertRule) => void;
}

export function AlertTable({ query, rules, onEdit, onDelete, onHistory }: AlertTableProps) {
  const { id, canWrite } = useWorkspace();
  const { data: workflows } = useQuery(workflowsQuery(id));
  const nameOf = (workflowId: string) => workflows?.find((one) => one.id === workflowId)?.name;
  return (
    <QueryTable
      query={query}
      rows={rules}
      empty={{
        icon: BellRing,
        title: 'No alerts yet',
        words: canWrite
          ? 'Create one to be notified of failures before somebody else notices.'
          : 'Writers of this workspace can create them.',
      }}
      keyOf={(rule) => rule.id}
      columns={[
        // First, because on a narrow screen the row's buttons cover the last columns.
        { title: 'On', cell: (rule) => <Toggle rule={rule} /> },
        {
          title: 'Alert',
          className: 'min-w-48 max-w-96',
          cell: (rule) => (
            <>
              <span className="block truncate font-medium" title={rule.name}>
                {rule.name}
              </span>
              <span className="block text-muted text-xs">
                {ruleSentence(rule, nameOf)} → {destinationWords(rule.destination)}
              </span>
              <UnconfirmedRecipients recipients={rule.recipients} />
            </>
          ),
        },
        { title: 'State', className: 'min-w-28 max-w-64', cell: (rule) => <StateOf rule={rule} /> },
      ]}
      actions={(rule) => (
        <>
          <IconButton label={`History of ${rule.name}`} onClick={() => onHistory(rule)}>
            <History />
          </IconButton>
          {canWrite ? (
            <>
              <IconButton label={`Edit ${rule.name}`} onClick={() => onEdit(rule)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Delete ${rule.name}`} onClick={() => onDelete(rule)}>
                <Trash2 />
              </IconButton>
            </>
          ) : null}
        </>
      )}
    />
  );
}

function StateOf({ rule: { enabled, firingSince, lastProblem } }: { rule: AlertRule }) {
  return (
    <>
      {enabled ? null : <Badge>Off</Badge>}
      {enabled && firingSince === null ? <Badge tone="success">OK</Badge> : null}
      {enabled && firingSince !== null ? (
        <>
          <Badge tone="danger">Firing</Badge>{' '}
          <span className="text-muted text-xs">
            since <RelativeTime at={firingSince} />
          </span>
        </>
      ) : null}
      {lastProblem === null ? null : (
        <span className="block break-words text-danger text-xs">Last notification: {lastProblem}</span>
      )}
    </>
  );
}

function Toggle({ rule }: { rule: AlertRule }) {
  const { id: workspaceId, canWrite } = useWorkspace();
  const queryClient = useQueryClient();
  const toggle = useMutation({
    mutationFn: (enabled: boolean) =>
      client.call(updateAlertEndpoint, {
        params: { id: rule.id },
        body: { ...storedSettings(rule), enabled },
      }),
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: alertsQuery(workspaceId).queryKey });
      toast.success(data.enabled ? `Enabled ${data.name}` : `Disabled ${data.name}`);
    },
  });
  return (
    <Switch
      aria-label={`${rule.name} is on`}
      checked={toggle.isPending ? toggle.variables : rule.enabled}
      disabled={!canWrite || toggle.isPending}
      onCheckedChange={(enabled) => toggle.mutate(enabled)}
    />
  );
}
