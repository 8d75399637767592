'use client';

import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { FormGroup } from './form-group';
import { HeadersGroup } from './headers-group';
import { RunFilters } from './run-filters';
import { StandardsGroup } from './standards-group';
import { TransformGroup } from './transform-group';
import { TurnsGroup } from './turns-group';
import type { WebhookDraft } from './webhook-draft';
import { PAYLOAD_PARTS } from './webhook-words';

export interface WebhookFormProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  /** If true, the form is shown but cannot be edited. */
  readOnly?: boolean;
  /** Content between the address and the filters. */
  children?: ReactNode;
}

/** Every option of a subscription except the secret, which cannot be read back. */
export function WebhookForm({ draft, onChange, readOnly = false, children }: WebhookFormProps) {
  return (
    <fieldset disabled={readOnly} className="flex min-w-0 flex-col gap-6">
      <legend className="sr-only">Options of the subscription</legend>
      <Field
        name="url"
        label="URL"
        required
        help="Receives one POST for each event. Respond with any 2xx within 30 seconds."
      >
        <Input
          value={draft.url}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://example.com/webhooks/millrace"
          className="font-mono text-xs"
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </Field>
      <Field name="name" label="Name" help="For lists, such as “Billing”. Without one, they show the URL.">
        <Input
          value={draft.name}
          maxLength={80}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      {children}
      <RunFilters draft={draft} onChange={onChange} readOnly={readOnly} />
      <FormGroup legend="Payload" help="What is sent besides ids, status, times and cost.">
        <div className="flex flex-col gap-3">
          {PAYLOAD_PARTS.map(({ name, label, help }) => (
            <Switch
              key={name}
              label={label}
              help={help}
              disabled={readOnly}
              checked={draft[name]}
              onCheckedChange={(on) => onChange({ [name]: on })}
            />
          ))}
        </div>
      </FormGroup>
      <TransformGroup draft={draft} onChange={onChange} readOnly={readOnly} />
      <HeadersGroup draft={draft} onChange={onChange} readOnly={readOnly} />
      <StandardsGroup draft={draft} onChange={onChange} readOnly={readOnly} />
      <TurnsGroup draft={draft} onChange={onChange} readOnly={readOnly} />
      <div className="flex flex-col gap-3 border-line border-t pt-5">
        <Switch
          label="Longer outages"
          help="After the five attempts, try again 30 min, 2 h, 5 h, 10 h and 24 h later."
          disabled={readOnly}
          checked={draft.extendedRetries}
          onCheckedChange={(extendedRetries) => onChange({ extendedRetries })}
        />
        <Switch
          label="Active"
          help="Paused subscriptions receive no deliveries."
          disabled={readOnly}
          checked={draft.active}
          onCheckedChange={(active) => onChange({ active })}
        />
      </div>
    </fieldset>
  );
}
