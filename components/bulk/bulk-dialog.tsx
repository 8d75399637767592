'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { bulkJobPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { typedNumber } from '@/components/ui/typed-number';
import { DEFAULT_PER_SECOND, MAX_PER_SECOND, PerSecond } from '@/lib/services/bulk/schema';
import { type BulkTarget, bulkActs, bulkCountQuery, bulkJobQuery } from './bulk-queries';
import { BulkProgress, BulkReport } from './bulk-report';
import { countWords } from './bulk-words';

const ACTIONS = [
  { value: 'run-again', label: 'Run again' },
  { value: 'delete', label: 'Delete' },
] as const;
const VERSIONS = [
  { value: 'live', label: 'Live version' },
  { value: 'draft', label: 'Draft' },
  { value: 'original', label: 'As it ran' },
] as const;
type Action = (typeof ACTIONS)[number]['value'];
type Version = (typeof VERSIONS)[number]['value'];

interface BulkDialogProps {
  target: BulkTarget;
  onClose: () => void;
}

/** Counts the runs, forecasts what running them again would do, and starts the job. */
export function BulkDialog({ target, onClose }: BulkDialogProps) {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [action, setAction] = useState<Action>('run-again');
  const [version, setVersion] = useState<Version>('live');
  const [rate, setRate] = useState(String(DEFAULT_PER_SECOND));
  const [discards, setDiscards] = useState(false);
  const count = useQuery(bulkCountQuery(workspaceId, target));
  const perSecond = typedNumber(rate);
  const start = useMutation({
    mutationFn: () =>
      bulkActs(queryClient, workspaceId).create({
        workspaceId,
        kind: action,
        select: target,
        perSecond,
        ...(action === 'run-again' ? { version } : { discardDeliveries: discards }),
      }),
    onSuccess: ({ data }) => {
      toast.success('Job started');
      onClose();
      router.push(bulkJobPath(workspaceId, data.id));
    },
    meta: { quiet: true },
  });
  const none = count.data !== undefined && (count.data.isMore || count.data.matching === 0);
  return (
    <FormDialog
      size="lg"
      title="Change many runs"
      description={count.data === undefined ? 'Counting runs…' : countWords(count.data)}
      submitLabel={action === 'delete' ? 'Delete runs' : 'Run again'}
      busy={start.isPending}
      disabled={none || count.data === undefined}
      form={{
        error: start.error ?? count.error,
        problems: {
          perSecond: PerSecond.safeParse(perSecond).success
            ? undefined
            : `Enter a whole number from 1 to ${MAX_PER_SECOND}.`,
        },
        onSubmit: () => start.mutate(),
      }}
      onClose={onClose}
    >
      {isAdmin ? (
        <Segmented
          aria-label="Action"
          value={action}
          onValueChange={setAction}
          options={ACTIONS}
          className="self-start"
        />
      ) : null}
      {action === 'run-again' ? (
        <>
          <Segmented
            aria-label="Version"
            value={version}
            onValueChange={setVersion}
            options={VERSIONS}
            className="self-start"
          />
          <Forecast key={version} target={target} version={version} isDisabled={none} />
        </>
      ) : (
        <>
          <p className="text-muted text-sm">
            Deletes each run with its log, files and webhook deliveries. This can’t be undone.
          </p>
          <Checkbox
            checked={discards}
            onCheckedChange={setDiscards}
            label="Give up webhook deliveries that are still to be made"
            help="Otherwise runs with such deliveries are kept."
          />
        </>
      )}
      <Field name="perSecond" label="Runs a second">
        <Input
          inputMode="numeric"
          className="tabular max-w-32"
          value={rate}
          onChange={(event) => setRate(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

interface ForecastProps {
  target: BulkTarget;
  version: Version;
  isDisabled: boolean;
}

/** A job of its own that sends nothing, shown where its report is needed. */
function Forecast({ target, version, isDisabled }: ForecastProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [jobId, setJobId] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: () =>
      bulkActs(queryClient, workspaceId).create({ workspaceId, kind: 'replay', select: target, version }),
    onSuccess: ({ data }) => setJobId(data.id),
  });
  const job = useQuery({ ...bulkJobQuery(workspaceId, jobId ?? ''), enabled: jobId !== null });
  return (
    <section aria-label="Forecast" className="flex flex-col gap-2 rounded-lg border border-line p-3">
      {job.data === undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 flex-1 text-muted text-sm">
            Replays the runs with their recorded responses. Nothing is sent.
          </p>
          <Button
            disabled={isDisabled}
            busy={begin.isPending || (jobId !== null && job.isPending)}
            onClick={() => begin.mutate()}
          >
            Forecast
          </Button>
        </div>
      ) : (
        <>
          <BulkProgress job={job.data} />
          {job.data.matching > job.data.total && !job.data.isSelecting ? (
            <p className="text-muted text-sm">
              The newest {job.data.total.toLocaleString('en')} of {job.data.matching.toLocaleString('en')}{' '}
              runs.
            </p>
          ) : null}
          <BulkReport job={job.data} />
        </>
      )}
    </section>
  );
}
