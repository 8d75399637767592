'use client';

import type { ReactNode } from 'react';
import type { Field as BlockField } from '@/lib/core/blocks/field';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { useConfig } from '../store/use-setting';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';
import { SuggestedInput } from './suggested-input';

/** More are found by typing. */
const MAX_SUGGESTIONS = 50;

export function TextField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const text = fieldText(value ?? fallback);
  const input = {
    blockId,
    when: field.perIteration,
    value: text,
    placeholder: field.placeholder,
    readOnly,
    whole: field.references === 'value' ? ('value' as const) : ('none' as const),
    onChange,
  };
  const control =
    field.references === 'none' ? (
      <Input
        value={text}
        placeholder={field.placeholder}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    ) : (
      <ReferenceInput {...input} />
    );
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      {field.suggestions === undefined ? (
        control
      ) : (
        <Suggested
          suggestions={field.suggestions}
          label={field.label}
          blockId={blockId}
          text={text}
          onChoose={onChange}
        >
          {control}
        </Suggested>
      )}
    </Field>
  );
}

interface SuggestedProps {
  suggestions: NonNullable<BlockField['suggestions']>;
  label: string;
  blockId: string;
  text: string;
  onChoose: (text: string) => void;
  children: ReactNode;
}

/** Offers what goes with the rest of the config; anything else may be typed. */
function Suggested({ suggestions, label, blockId, text, onChoose, children }: SuggestedProps) {
  const typed = text.trim().toLowerCase();
  const fitting = suggestions(useConfig(blockId))
    .filter((value) => value.toLowerCase().includes(typed) && value.toLowerCase() !== typed)
    .slice(0, MAX_SUGGESTIONS);
  return (
    <SuggestedInput label={label} value={text} options={fitting} onChoose={onChoose}>
      {children}
    </SuggestedInput>
  );
}
