'use client';

import { useState } from 'react';
import { HOW_OFTEN, type HowOften, howOften, toRepetition } from '@/lib/core/schedule/how-often';
import { Schedule } from '@/lib/core/schedule/schedule';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { useConfig } from '../store/use-setting';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';

const LABELS: Readonly<Record<HowOften, string>> = {
  minutes: 'Every few minutes',
  hours: 'Every few hours',
  days: 'Every few days',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  cron: 'Cron pattern',
  once: 'Once',
};
const OPTIONS = HOW_OFTEN.map((value) => ({ value, label: LABELS[value] }));

const DEFAULTS = Schedule.parse({});
const Parts = Schedule.pick({ kind: true, unit: true, cron: true });

/** How often a schedule repeats, in one list: it sets the kind, the unit and the pattern together. */
export function RepeatField({ field, blockId, problems, readOnly, form }: FieldProps) {
  const config = useConfig(blockId);
  const [isWritten, setWritten] = useState(false);
  const parts = Parts.safeParse(config).data ?? DEFAULTS;
  // A pattern that is to be written by hand may still be one of the choices.
  const chosen = isWritten && parts.kind === 'cron' ? 'cron' : howOften(parts);
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <Select<HowOften>
        value={chosen}
        options={OPTIONS}
        disabled={readOnly}
        onValueChange={(wanted) => {
          setWritten(wanted === 'cron');
          form.onChange(toRepetition(wanted, parts));
        }}
      />
    </Field>
  );
}
