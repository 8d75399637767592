'use client';

import { Field, useFormErrors } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { Textarea } from '@/components/ui/textarea';
import type { AlertFieldsProps } from './alert-condition-fields';

const CHANNELS = [
  { value: 'email', label: 'E-mail' },
  { value: 'webhook', label: 'Webhook' },
] as const;

/** The fields for the destination of notifications. */
export function AlertDestinationFields(props: AlertFieldsProps & { canSendEmail: boolean }) {
  const { draft, canSendEmail, onChange } = props;
  const errors = useFormErrors();
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <span className="font-medium text-sm">Send to</span>
        <Segmented
          aria-label="Send to"
          value={draft.channel}
          options={CHANNELS}
          onValueChange={(channel) => onChange({ channel })}
        />
      </div>
      {draft.channel === 'email' && !canSendEmail ? (
        <Notice tone="warning">
          This server can’t send e-mail: its operator has to set SMTP_URL. Until then, choose a webhook.
        </Notice>
      ) : null}
      {draft.channel === 'email' ? (
        <Field
          label="E-mail addresses"
          help={
            'Up to 10, with commas between them or one a line. Verified members get alerts at once; ' +
            'others are sent a link to confirm first.'
          }
          error={errors['destination.to'] ?? errors.destination}
        >
          <Textarea
            rows={2}
            spellCheck={false}
            value={draft.emails}
            onChange={(event) => onChange({ emails: event.target.value })}
          />
        </Field>
      ) : (
        <Field
          label="URL"
          help="Gets a POST with JSON, signed with a secret that is shown once."
          error={errors['destination.url'] ?? errors.url ?? errors.destination}
        >
          <Input
            inputMode="url"
            spellCheck={false}
            className="font-mono text-xs"
            placeholder="https://example.com/alerts"
            value={draft.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}
