'use client';

import { useMutation } from '@tanstack/react-query';
import { KeyRound, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { client } from '@/lib/platform/http/client';
import {
  removeWebhookSecretEndpoint,
  setWebhookSecretEndpoint,
} from '@/lib/services/outgoing-webhooks/endpoints';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import { GENERATED, SecretChoice, secretBody, secretError } from './secret-choice';
import { ShownSecret } from './shown-secret';
import { useRefreshWebhooks } from './webhook-queries';

const OVERLAPS = [
  { value: '0', label: 'At once', description: 'The receiver must know the new one already' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
] as const;
type Overlap = (typeof OVERLAPS)[number]['value'];

/** The state of signing and the actions to change it. The secret itself is never shown. */
export function SecretTab({ webhook }: { webhook: Webhook }) {
  const { canWrite } = useWorkspace();
  const [asked, setAsked] = useState<'set' | 'remove' | null>(null);
  const { secret } = webhook;
  const close = () => setAsked(null);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
      <div className="flex max-w-2xl flex-col gap-5">
        {secret === null ? (
          <Notice
            tone="warning"
            title="Deliveries are not signed"
            action={canWrite ? <Button onClick={() => setAsked('set')}>Set a secret</Button> : null}
          >
            The receiver can’t tell whether a delivery comes from here.
          </Notice>
        ) : (
          <section className="rounded-lg border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center gap-3">
              <KeyRound className="size-4 text-success" aria-hidden />
              <div className="min-w-0 flex-1">
                <h3 className="font-medium">Deliveries are signed</h3>
                <p className="text-muted text-xs">
                  With a secret set <RelativeTime at={secret.setAt} />. It is encrypted and can’t be shown.
                </p>
              </div>
              {canWrite ? (
                <div className="flex gap-2">
                  <Button onClick={() => setAsked('set')}>Replace or rotate</Button>
                  <Button variant="ghost" onClick={() => setAsked('remove')}>
                    <ShieldOff aria-hidden />
                    Remove
                  </Button>
                </div>
              ) : null}
            </div>
            <Overlapping until={secret.overlapUntil} />
          </section>
        )}
        {canWrite ? null : (
          <Notice>Your role in this workspace is reader: secrets are set by writers and admins.</Notice>
        )}
        <HowItIsSigned />
        {webhook.standardWebhooks ? <HowTheStandardSigns /> : null}
      </div>
      {asked === 'set' ? <SetSecret webhook={webhook} onClose={close} /> : null}
      {asked === 'remove' ? <RemoveSecret webhook={webhook} onClose={close} /> : null}
    </div>
  );
}

function Overlapping({ until }: { until: string | null }) {
  const now = useNow();
  if (until === null || Date.parse(until) <= now) return null;
  return (
    <Notice tone="info" className="mt-3">
      Both the new and the old secret sign: each delivery has two <code>v1</code> parts until the old one
      stops <RelativeTime at={until} />.
    </Notice>
  );
}

function HowItIsSigned() {
  return (
    <section>
      <h3 className="mb-1.5 font-medium">How a delivery is signed</h3>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-muted">
        <li>
          The header is <Code>service-signature: t=…,v1=…</Code>, <Code>t</Code> being the same milliseconds
          as <Code>service-timestamp</Code>.
        </li>
        <li>
          The signed text is <Code>t</Code>, a full stop, and the request body byte for byte.
        </li>
        <li>
          <Code>v1</Code> is its HMAC-SHA256 with the secret, in lowercase hex. Compare in constant time, and
          refuse what is older than five minutes.
        </li>
      </ol>
    </section>
  );
}

function HowTheStandardSigns() {
  return (
    <section>
      <h3 className="mb-1.5 font-medium">How Standard Webhooks signs it</h3>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-muted">
        <li>
          The header is <Code>webhook-signature: v1,…</Code>. The signed text is <Code>webhook-id</Code>, a
          full stop, <Code>webhook-timestamp</Code>, a full stop, and the request body byte for byte.
        </li>
        <li>
          The key of a secret that starts with <Code>whsec_</Code> is the rest, decoded from base64. Any other
          secret is the key itself: libraries call this the format <Code>raw</Code>.
        </li>
        <li>While two secrets sign, the header has two signatures with a space between them.</li>
      </ol>
    </section>
  );
}

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-sm bg-pressed px-1 text-xs">{children}</code>
);

function SetSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { workspaceId, id } = webhook;
  const refresh = useRefreshWebhooks(workspaceId);
  const [draft, setDraft] = useState(GENERATED);
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const isFirst = webhook.secret === null;
  const set = useMutation({
    mutationFn: () =>
      client.call(setWebhookSecretEndpoint, {
        params: { id },
        body: {
          secret: secretBody(draft) ?? { generate: true },
          overlapSeconds: isFirst ? 0 : Number(overlap),
        },
      }),
    onSuccess: async ({ secret }) => {
      await refresh();
      if (secret !== null) return;
      toast.success('The secret is set');
      onClose();
    },
    meta: { quiet: true },
  });
  if (set.data?.secret) return <ShownSecret secret={set.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={isFirst ? 'Set a secret' : 'Replace the secret'}
      submitLabel={isFirst ? 'Set secret' : 'Replace secret'}
      form={{
        error: set.error,
        problems: { 'secret.value': secretError(draft) },
        onSubmit: () => set.mutate(),
      }}
      busy={set.isPending}
      onClose={onClose}
    >
      <SecretChoice allowNone={false} draft={draft} onChange={setDraft} />
      {isFirst ? null : (
        <Field
          label="The old secret stops"
          help="Until then both sign, so that the receiver can change over with nothing refused."
        >
          <Select value={overlap} options={OVERLAPS} onValueChange={setOverlap} />
        </Field>
      )}
    </FormDialog>
  );
}

function RemoveSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { workspaceId, id } = webhook;
  const refresh = useRefreshWebhooks(workspaceId);
  const remove = useMutation({
    mutationFn: () => client.call(removeWebhookSecretEndpoint, { params: { id } }),
    onSuccess: async () => {
      await refresh();
      toast.success('Deliveries are no longer signed');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Stop signing deliveries?"
      confirmLabel="Remove secret"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      A receiver that checks signatures refuses everything from now on. The secret can’t be brought back; a
      new one can be set.
    </ConfirmDialog>
  );
}
