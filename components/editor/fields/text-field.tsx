'use client';

import type { ReactNode } from 'react';
import type { Field as BlockField } from '@/lib/core/blocks/block';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { useConfig } from '../store/use-setting';
import { type FieldProps, fieldText, problemWords } from './field-props';
import { SuggestedInput } from './suggested-input';

export function TextField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const text = fieldText(value ?? fallback);
  const input = {
    blockId,
    when: field.perIteration,
    value: text,
    placeholder: field.placeholder,
    readOnly,
    onChange,
  };
  return (
    <Field label={field.label} help={field.help} error={problemWords(problems)}>
      {field.references === 'none' ? (
        <Input
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : field.suggestions === undefined ? (
        <ReferenceInput {...input} />
      ) : (
        <Suggested
          suggestions={field.suggestions}
          label={field.label}
          blockId={blockId}
          text={text}
          onChoose={onChange}
        >
          <ReferenceInput {...input} />
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
  const fitting = suggestions(useConfig(blockId)).filter((value) => value.includes(typed) && value !== typed);
  return (
    <SuggestedInput label={label} value={text} options={fitting} onChoose={onChoose}>
      {children}
    </SuggestedInput>
  );
}
