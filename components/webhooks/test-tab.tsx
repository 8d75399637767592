'use client';

import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Send, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import { sendTestDeliveryEndpoint, verifyReceiverEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import type {
  DeliveryDetail,
  EventType,
  ReceiverReport,
  Webhook,
} from '@/lib/services/outgoing-webhooks/schema';
import { AttemptList } from './attempt-list';
import { ReceiverChecks } from './receiver-checks';
import { useRefreshWebhooks } from './webhook-queries';
import { EVENT_WORDS } from './webhook-words';

/** Null: the first event that the subscription is sent. */
type TestedEvent = EventType | null;
export type SendTest = UseMutationResult<{ data: DeliveryDetail }, Error, TestedEvent>;

/** Sends one POST. Called above the tabs, because the button is there too. */
export function useSendTest({ workspaceId, id }: Webhook): SendTest {
  const refresh = useRefreshWebhooks(workspaceId);
  return useMutation({
    mutationFn: (event: TestedEvent) =>
      client.call(sendTestDeliveryEndpoint, { params: { id }, query: event === null ? {} : { event } }),
    onSettled: refresh,
    meta: { quiet: true },
  });
}

/** Two tests of the receiver: does it respond, and does it check signatures? */
export function TestTab({ webhook, sendTest }: { webhook: Webhook; sendTest: SendTest }) {
  const { canWrite } = useWorkspace();
  const [chosen, setChosen] = useState<TestedEvent>(null);
  const event = chosen !== null && webhook.events.includes(chosen) ? chosen : (webhook.events[0] ?? null);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
      <div className="flex max-w-3xl flex-col gap-8">
        {canWrite ? null : (
          <Notice>Your role in this workspace is reader: writers and admins can send test deliveries.</Notice>
        )}
        <section aria-label="Send a test">
          <Head
            title="Send a test"
            help={
              'A sample event is sent to the receiver now, whether the subscription is active or not, and ' +
              'the response is shown.'
            }
          >
            {canWrite ? (
              <div className="flex flex-wrap items-center gap-2">
                {webhook.events.length > 1 && event !== null ? (
                  <Select
                    aria-label="Event to send"
                    value={event}
                    onValueChange={setChosen}
                    options={webhook.events.map((value) => ({ value, label: EVENT_WORDS[value].label }))}
                  />
                ) : null}
                <Button variant="primary" busy={sendTest.isPending} onClick={() => sendTest.mutate(event)}>
                  <Send aria-hidden />
                  Send test
                </Button>
              </div>
            ) : null}
          </Head>
          <TestResult sendTest={sendTest} />
        </section>
        <VerifyReceiver webhook={webhook} canWrite={canWrite} />
      </div>
    </div>
  );
}

function Head(props: { title: string; help: string; children: React.ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 max-w-lg">
        <h3 className="font-medium text-base">{props.title}</h3>
        <p className="text-muted">{props.help}</p>
      </div>
      {props.children}
    </div>
  );
}

function TestResult({ sendTest }: { sendTest: SendTest }) {
  if (sendTest.isPending) return <Waiting words="Waiting for the receiver, 30 seconds at most…" />;
  if (sendTest.isError) return <Notice tone="danger">{errorWords(sendTest.error)}</Notice>;
  const delivery = sendTest.data?.data;
  if (delivery === undefined) return null;
  const good = delivery.state === 'succeeded';
  return (
    <div className="flex flex-col gap-2">
      {good ? (
        <Notice tone="success" title={delivery.lastReason} />
      ) : (
        <Notice tone="danger" title="Delivery failed">
          {delivery.lastReason}
        </Notice>
      )}
      <AttemptList attempts={delivery.attemptLog} body={delivery.body} />
    </div>
  );
}

function VerifyReceiver({ webhook, canWrite }: { webhook: Webhook; canWrite: boolean }) {
  const { workspaceId, id } = webhook;
  const refresh = useRefreshWebhooks(workspaceId);
  const verify = useMutation<{ data: ReceiverReport }, Error, void>({
    mutationFn: () => client.call(verifyReceiverEndpoint, { params: { id } }),
    onSettled: refresh,
    meta: { quiet: true },
  });
  const reason =
    webhook.secret === null ? 'Set a secret first: without one there is no signature to check.' : undefined;
  return (
    <section aria-label="Verify my receiver">
      <Head
        title="Verify my receiver"
        help={
          'Sends three deliveries: a good one, one that was tampered with and one that is too old. A ' +
          'careful receiver accepts the first and refuses the others.'
        }
      >
        {canWrite ? (
          <Button
            busy={verify.isPending}
            disabled={reason !== undefined}
            title={reason}
            onClick={() => verify.mutate()}
          >
            <ShieldCheck aria-hidden />
            Verify my receiver
          </Button>
        ) : null}
      </Head>
      {canWrite && reason !== undefined ? <p className="text-muted text-xs">{reason}</p> : null}
      {verify.isPending ? <Waiting words="Sending three deliveries…" /> : null}
      {verify.isError ? <Notice tone="danger">{errorWords(verify.error)}</Notice> : null}
      {verify.data && !verify.isPending ? <ReceiverChecks report={verify.data.data} /> : null}
    </section>
  );
}

function Waiting({ words }: { words: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="text-muted text-xs">{words}</p>
      <Skeleton className="h-16" />
    </div>
  );
}
