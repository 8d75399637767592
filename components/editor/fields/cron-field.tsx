'use client';

import { type PickedPattern, readPicked, writePicked } from '@/lib/core/schedule/cron-picker';
import { cn } from '../../ui/class-names';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';

const WEEK = [
  { day: 1, name: 'Monday' },
  { day: 2, name: 'Tuesday' },
  { day: 3, name: 'Wednesday' },
  { day: 4, name: 'Thursday' },
  { day: 5, name: 'Friday' },
  { day: 6, name: 'Saturday' },
  { day: 0, name: 'Sunday' },
];
const MONTH_DAYS = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
  { value: 'L', label: 'Last' },
];

/** A cron pattern, typed or, where it has a choice in the list of how often, picked: both show the same pattern. */
export function CronField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const text = fieldText(value ?? fallback);
  const picked = readPicked(text);
  const pick = (next: PickedPattern) => onChange(writePicked(next));
  return (
    <div className="flex flex-col gap-3">
      {picked === null ? null : <Picker picked={picked} readOnly={readOnly} onPick={pick} />}
      <Field label={field.label} help={field.help} error={problemNote(problems)}>
        <Input
          className="font-mono"
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}

interface PickerProps {
  picked: PickedPattern;
  readOnly: boolean;
  onPick: (picked: PickedPattern) => void;
}

function Picker({ picked, readOnly, onPick }: PickerProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {picked.kind === 'weekly' ? (
        <WeekDays days={picked.days} readOnly={readOnly} onChange={(days) => onPick({ ...picked, days })} />
      ) : null}
      {picked.kind === 'monthly' ? (
        <Field label="Day" className="w-24">
          <Select
            value={String(picked.day)}
            options={MONTH_DAYS}
            disabled={readOnly}
            onValueChange={(day) => onPick({ ...picked, day: day === 'L' ? day : Number(day) })}
          />
        </Field>
      ) : null}
      <Field label="Time" className="w-32">
        <Input
          type="time"
          value={picked.time}
          readOnly={readOnly}
          onChange={(event) => {
            if (event.target.value !== '') onPick({ ...picked, time: event.target.value });
          }}
        />
      </Field>
    </div>
  );
}

interface WeekDaysProps {
  days: readonly number[];
  readOnly: boolean;
  onChange: (days: readonly number[]) => void;
}

/** The days of the week; the last selected one can't be deselected. */
function WeekDays({ days, readOnly, onChange }: WeekDaysProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Days</legend>
      <div className="flex flex-wrap gap-1">
        {WEEK.map(({ day, name }) => {
          const isOn = days.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              title={name}
              disabled={readOnly || (isOn && days.length === 1)}
              className={cn(
                'h-8 min-w-9 rounded-md border border-line-strong px-1.5 text-xs hover:bg-hover',
                isOn && 'border-accent bg-accent-soft text-accent',
              )}
              onClick={() => onChange(isOn ? days.filter((other) => other !== day) : [...days, day])}
            >
              {name.slice(0, 3)}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
