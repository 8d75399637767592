'use client';

import { type ReactNode, useState } from 'react';
import type { Field as BlockField } from '@/lib/core/blocks/field';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { useConfig } from '../store/use-setting';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';
import { SuggestedInput } from './suggested-input';
import { useModels } from './use-models';

/** The most suggestions shown; typing narrows them. */
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
          modelsOf={field.modelsOf}
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
  modelsOf: string | undefined;
  onChoose: (text: string) => void;
  children: ReactNode;
}

/** Offers values that fit the rest of the config; other text may be typed. */
function Suggested({ suggestions, label, blockId, text, modelsOf, onChoose, children }: SuggestedProps) {
  const typed = text.trim().toLowerCase();
  const [isThere, setThere] = useState(false);
  const models = useModels(blockId, modelsOf, isThere);
  const known = suggestions(useConfig(blockId));
  // The server's own list is authoritative; without it, the best known models are offered.
  const fitting = (models.names.length > 0 ? models.names : known)
    .filter((value) => value.toLowerCase().includes(typed) && value.toLowerCase() !== typed)
    .slice(0, MAX_SUGGESTIONS);
  return (
    <div
      className="flex flex-col gap-1"
      onFocusCapture={() => setThere(true)}
      onBlurCapture={() => setThere(false)}
    >
      <SuggestedInput label={label} value={text} options={fitting} onChoose={onChoose}>
        {children}
      </SuggestedInput>
      {models.problem === null ? null : (
        <p role="status" className="text-muted text-xs">
          Models couldn’t be listed: {models.problem}
        </p>
      )}
    </div>
  );
}
