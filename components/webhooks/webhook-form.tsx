'use client';

import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, useFormErrors } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { LOG_LEVELS } from '@/lib/services/logs/schema';
import { FormGroup } from './form-group';
import { HeadersGroup } from './headers-group';
import { StandardsGroup } from './standards-group';
import { TagFilterField } from './tag-filter-field';
import { TurnsGroup } from './turns-group';
import type { WebhookDraft } from './webhook-draft';
import { LEVEL_WORDS, PAYLOAD_PARTS } from './webhook-words';

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
        help="Receives one POST for each completed run. Respond with any 2xx within 30 seconds."
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
      <Choices
        name="levelFilter"
        legend="Levels"
        help="Which outcomes are sent."
        options={LOG_LEVELS.map((value) => ({ value, ...LEVEL_WORDS[value] }))}
        chosen={draft.levelFilter}
        onChange={(levelFilter) => onChange({ levelFilter })}
        readOnly={readOnly}
      />
      <Choices
        name="triggerFilter"
        legend="Triggers"
        help="Which runs are sent, by what started them."
        options={TRIGGERS.map((value) => ({
          value,
          label: triggerDescriptions[value].label,
          help: triggerDescriptions[value].help,
        }))}
        chosen={draft.triggerFilter}
        onChange={(triggerFilter) => onChange({ triggerFilter })}
        readOnly={readOnly}
      />
      <TagFilterField tags={draft.tagFilter} onChange={(tagFilter) => onChange({ tagFilter })} />
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
      <HeadersGroup
        headers={draft.headers}
        onChange={(headers) => onChange({ headers })}
        readOnly={readOnly}
      />
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

interface ChoicesProps<Value extends string> {
  /** Of the field in the API's body. */
  name: string;
  legend: string;
  help: string;
  options: ReadonlyArray<{ value: Value; label: string; help: string }>;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  readOnly: boolean;
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, help, options, chosen, onChange, readOnly } = props;
  const error = useFormErrors()[props.name];
  const toggle = (value: Value, on: boolean) =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))),
    );
  return (
    <FormGroup legend={legend} help={help} error={error}>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            help={option.help}
            disabled={readOnly}
            checked={chosen.includes(option.value)}
            onCheckedChange={(on) => toggle(option.value, on)}
          />
        ))}
      </div>
    </FormGroup>
  );
}
