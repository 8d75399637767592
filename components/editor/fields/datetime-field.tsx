'use client';

import { CalendarClock } from 'lucide-react';
import { useRef } from 'react';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { fromLocalInput, toLocalInput } from '../../ui/local-instant';
import { ReferenceInput } from '../references/reference-input';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';

/** The values that a browser's picker can show; seconds are optional. */
const PICKABLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** A date and time, picked or typed. */
export function DateTimeField(props: FieldProps) {
  const { field, value, fallback, onChange, problems, readOnly } = props;
  const text = fieldText(value ?? fallback);
  if (field.references !== 'none') return <InstantField {...props} text={text} />;
  // Other text, for example written by a program, is shown unchanged.
  const isPickable = text === '' || PICKABLE.test(text);
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <Input
        type={isPickable ? 'datetime-local' : 'text'}
        className="tabular max-w-60"
        value={text}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
    </Field>
  );
}

/** An instant, which may be a reference; a picked one is written in UTC. */
function InstantField({ field, blockId, text, onChange, problems, readOnly }: FieldProps & { text: string }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <div className="relative flex items-start gap-1.5">
        <ReferenceInput
          blockId={blockId}
          when={field.perIteration}
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          whole="value"
          onChange={onChange}
        />
        {readOnly ? null : (
          <>
            <IconButton label="Choose date and time" onClick={() => picker.current?.showPicker()}>
              <CalendarClock />
            </IconButton>
            {/* Only this input's picker is used; users read and type in the text input beside it. */}
            <input
              ref={picker}
              type="datetime-local"
              tabIndex={-1}
              aria-hidden
              className="pointer-events-none absolute right-0 bottom-0 size-0 opacity-0"
              value={toLocalInput(text)}
              onChange={(event) => onChange(fromLocalInput(event.target.value))}
            />
          </>
        )}
      </div>
    </Field>
  );
}
