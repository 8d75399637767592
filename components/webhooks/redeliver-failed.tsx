'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-instant';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { redeliverFailedEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { cn } from '../ui/class-names';
import { failedCountQuery, redeliveryQuery, useRefreshWebhooks } from './webhook-queries';

const HOUR_MS = 3_600_000;
const RANGES = [
  { value: '1', label: '1 h' },
  { value: '24', label: '24 h' },
  { value: '168', label: '7 d' },
  { value: '720', label: '30 d' },
  { value: 'date', label: 'Since…' },
] as const;
type Range = (typeof RANGES)[number]['value'];

const hoursAgo = (hours: number) => new Date(serverNow() - hours * HOUR_MS).toISOString();

export interface RedeliverFailedProps {
  webhook: Webhook;
  onClose: () => void;
  onStarted: (redeliveryId: string) => void;
}

/** Sends all deliveries that failed since a date again; shows their number first. */
export function RedeliverFailed({ webhook, onClose, onStarted }: RedeliverFailedProps) {
  const { workspaceId, id } = webhook;
  const refresh = useRefreshWebhooks(workspaceId);
  const [range, setRange] = useState<Range>('24');
  const [since, setSince] = useState(() => hoursAgo(24));
  const failed = useQuery({ ...failedCountQuery(workspaceId, id, since), enabled: since !== '' });
  const start = useMutation({
    mutationFn: () => client.call(redeliverFailedEndpoint, { params: { id }, body: { since } }),
    onSuccess: async ({ data }) => {
      onStarted(data.id);
      onClose();
      await refresh();
    },
    meta: { quiet: true },
  });
  const choose = (chosen: Range) => {
    setRange(chosen);
    if (chosen !== 'date') setSince(hoursAgo(Number(chosen)));
  };
  const none = failed.data?.count === 0;
  return (
    <FormDialog
      title="Redeliver failed deliveries"
      description={
        'Deliveries that failed, or were cancelled while the subscription was paused, are sent once more ' +
        'with the same id and body.'
      }
      submitLabel="Redeliver"
      form={{
        error: start.error,
        notice: start.isError ? <Notice tone="danger">{errorWords(start.error)}</Notice> : null,
        onSubmit: () => start.mutate(),
      }}
      busy={start.isPending}
      disabled={since === '' || none}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">Runs completed in the last</span>
        <Segmented
          aria-label="Since when"
          value={range}
          options={RANGES}
          onValueChange={choose}
          className="self-start"
        />
      </div>
      {range === 'date' ? (
        <Field label="Since" help="In your time zone. Deliveries are kept for 30 days.">
          <Input
            type="datetime-local"
            value={toLocalInput(since)}
            onChange={(event) => setSince(fromLocalInput(event.target.value))}
          />
        </Field>
      ) : null}
      <p role="status" className="min-h-5 text-muted">
        {failed.data ? countWords(failed.data) : failed.isError ? errorWords(failed.error) : 'Counting…'}
      </p>
    </FormDialog>
  );
}

function countWords({ count, more }: { count: number; more: boolean }): string {
  if (more) return `More than ${formatCount(count)} deliveries failed since then.`;
  if (count === 0) return 'No delivery has failed since then. Those still being retried are not counted.';
  return `${countOf(count, 'delivery', 'deliveries')} failed since then.`;
}

/** The progress of the redelivery, until it is dismissed. */
export function RedeliveryProgress(props: { webhookId: string; redeliveryId: string; onClose: () => void }) {
  const { id } = useWorkspace();
  const { data, error } = useQuery(redeliveryQuery(id, props.webhookId, props.redeliveryId));
  if (error && !data)
    return (
      <Notice tone="danger" className="m-2">
        {errorWords(error)}
      </Notice>
    );
  if (!data) return null;
  const done = data.total - data.waiting;
  return (
    <div role="status" className="border-line border-b bg-sunken/60 py-2 pr-2 pl-4">
      <div className="flex items-center gap-2 text-xs">
        <span className="tabular flex-1">
          {data.waiting > 0 ? 'Redelivering' : 'Redelivered'} {formatCount(done)} of {formatCount(data.total)}
          : <span className="text-success">{formatCount(data.succeeded)} delivered</span>
          {data.failed > 0 ? (
            <span className="text-danger">, {formatCount(data.failed)} failed again</span>
          ) : null}
        </span>
        <IconButton label="Dismiss" size="sm" onClick={props.onClose}>
          <X />
        </IconButton>
      </div>
      <progress
        aria-label="Redelivered"
        value={done}
        max={Math.max(1, data.total)}
        className={cn(
          'mt-1 block h-1 w-full appearance-none overflow-hidden rounded-full',
          '[&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-pressed',
          '[&::-webkit-progress-value]:bg-accent-solid',
        )}
      />
    </div>
  );
}
