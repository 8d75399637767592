'use client';

import { cn } from '../../ui/class-names';
import { Field, useFieldControl, useFieldLabelId } from '../../ui/field';
import { chosenOf, isChosen, toggled } from './choice-words';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';

/** Buttons to choose some of a few words, or all; the config holds them separated by commas. */
export function ChoicesField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const words = (field.options ?? []).map((option) => String(option.value));
  const chosen = chosenOf(fieldText(value ?? fallback));
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <Choices
        options={field.options ?? []}
        isOn={(word) => isChosen(chosen, word)}
        disabled={readOnly}
        onToggle={(word) => onChange(toggled(chosen, word, words))}
      />
    </Field>
  );
}

interface Wiring {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
}

interface ChoicesProps {
  options: ReadonlyArray<{ value: string | number; label: string }>;
  isOn: (word: string) => boolean;
  disabled: boolean;
  onToggle: (word: string) => void;
}

function Choices({ options, isOn, disabled, onToggle }: ChoicesProps) {
  const wiring: Wiring = useFieldControl();
  return (
    <fieldset
      id={wiring.id}
      aria-labelledby={useFieldLabelId()}
      aria-describedby={wiring['aria-describedby']}
      disabled={disabled}
      className="flex flex-wrap gap-1.5"
    >
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={isOn(String(value))}
          onClick={() => onToggle(String(value))}
          className={cn(
            'h-7 rounded-md border border-line-strong bg-surface px-2.5 text-muted text-xs shadow-lift',
            'transition-colors duration-100 hover:not-disabled:border-faint disabled:opacity-60',
            'aria-pressed:border-accent-solid aria-pressed:bg-accent-soft aria-pressed:text-accent',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
