'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { useFormErrors } from '@/components/ui/field';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { LOG_LEVELS } from '@/lib/services/logs/schema';
import { EVENT_TYPES } from '@/lib/services/outgoing-webhooks/schema';
import { FormGroup } from './form-group';
import { TagFilterField } from './tag-filter-field';
import type { WebhookDraft } from './webhook-draft';
import { EVENT_WORDS, LEVEL_WORDS } from './webhook-words';

export interface RunFiltersProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  readOnly: boolean;
}

/** The events that a subscription sends, and of which runs. */
export function RunFilters({ draft, onChange, readOnly }: RunFiltersProps) {
  return (
    <>
      <Choices
        name="events"
        legend="Events"
        help="Levels count for completed runs, triggers and tags for all events of runs."
        options={EVENT_TYPES.map((value) => ({ value, ...EVENT_WORDS[value] }))}
        chosen={draft.events}
        onChange={(events) => onChange({ events })}
        readOnly={readOnly}
      />
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
    </>
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
