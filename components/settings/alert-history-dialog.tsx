'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { errorWords } from '@/components/page/error-words';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import { testAlertEndpoint } from '@/lib/services/alerts/endpoints';
import type { AlertEvent, AlertRule } from '@/lib/services/alerts/schema';
import { alertEventsQuery, alertsQuery } from './settings-queries';

const KINDS: Readonly<Record<AlertEvent['kind'], string>> = {
  fired: 'Fired',
  recovered: 'Recovered',
  test: 'Test',
};
const STATES: Readonly<Record<AlertEvent['state'], [Tone, string]>> = {
  pending: ['neutral', 'Pending'],
  sent: ['success', 'Sent'],
  failed: ['danger', 'Failed'],
};

/** The notifications of a rule, and a button to test it. */
export function AlertHistoryDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { id: workspaceId, canWrite } = useWorkspace();
  const queryClient = useQueryClient();
  const events = useQuery(alertEventsQuery(workspaceId, rule.id));
  const test = useMutation({
    mutationFn: () => client.call(testAlertEndpoint, { params: { id: rule.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery(workspaceId).queryKey }),
    meta: { quiet: true },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`History of ${rule.name}`}
      description="Notifications of the last 30 days, newest first."
      footer={
        <>
          {canWrite ? (
            <Button busy={test.isPending} onClick={() => test.mutate()}>
              <Send aria-hidden />
              Send test
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div aria-live="polite">
          {test.isError ? <Notice tone="danger">{errorWords(test.error)}</Notice> : null}
          {test.data ? <TestResult event={test.data.data} /> : null}
        </div>
        {events.isPending ? <SkeletonRows rows={3} className="h-10" /> : null}
        {events.isError && events.data === undefined ? (
          <LoadFailure error={events.error} onRetry={() => events.refetch()} />
        ) : null}
        {events.data?.length === 0 ? (
          <p className="text-muted text-sm">Nothing was sent yet. Send a test to see that it arrives.</p>
        ) : null}
        {events.data && events.data.length > 0 ? <EventList events={events.data} /> : null}
      </div>
    </Dialog>
  );
}

function TestResult({ event: { state, problem } }: { event: AlertEvent }) {
  return state === 'sent' ? (
    <Notice tone="success">The test was delivered.</Notice>
  ) : (
    <Notice tone="danger">The test was not delivered. {problem}</Notice>
  );
}

function EventList({ events }: { events: readonly AlertEvent[] }) {
  return (
    <ul className="flex flex-col rounded-lg border border-line">
      {events.map((event) => {
        const [tone, words] = STATES[event.state];
        return (
          <li key={event.id} className="flex flex-col gap-1 border-line px-3 py-2 not-last:border-b">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{KINDS[event.kind]}</span>
              <Badge tone={tone}>{words}</Badge>
              <span className="text-muted text-xs">
                {event.attempts === 1 ? '1 attempt' : `${event.attempts} attempts`}
              </span>
              <span className="ml-auto text-muted text-xs">
                <RelativeTime at={event.at} />
              </span>
            </span>
            <span className="text-sm">{event.summary}</span>
            {event.problem === null ? null : (
              <span className="break-words text-danger text-xs">{event.problem}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
