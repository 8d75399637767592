'use client';

import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import { MAX_DOCUMENTATION_CHARACTERS, MAX_WORDS_CHARACTERS } from '@/lib/services/assistant/schema';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';

export interface Description {
  words: string;
  documentation: string;
}

interface DescribeFormProps {
  value: Description;
  onChange: (value: Description) => void;
  onAsk: () => void;
}

/** Form that describes a step, in words or by the documentation of the API it calls. */
export function DescribeForm({ value, onChange, onAsk }: DescribeFormProps) {
  const { words, documentation } = value;
  const id = useId();
  const isEmpty = `${words}${documentation}`.trim() === '';
  const tooLong = documentation.length > MAX_DOCUMENTATION_CHARACTERS;
  const ask = () => {
    if (!isEmpty && !tooLong) onAsk();
  };
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        ask();
      }}
    >
      <Field label="What should happen?">
        <Textarea
          autoFocus
          rows={4}
          maxLength={MAX_WORDS_CHARACTERS}
          value={words}
          placeholder="Fetch the open orders, and write to the customer of each one"
          onChange={(event) => onChange({ ...value, words: event.target.value })}
        />
      </Field>
      <Field
        label="Documentation"
        aside="optional"
        help="Paste the part of an API’s documentation that says how to call it."
        error={tooLong ? tooLongWords(documentation.length) : undefined}
      >
        <Textarea
          rows={8}
          spellCheck={false}
          className="max-h-[40dvh] font-mono text-xs"
          value={documentation}
          onChange={(event) => onChange({ ...value, documentation: event.target.value })}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={isEmpty || tooLong}>
          <Sparkles aria-hidden />
          Propose
        </Button>
      </div>
    </form>
  );
}

const tooLongWords = (length: number): string =>
  `This has ${length.toLocaleString('en')} characters; at most ` +
  `${MAX_DOCUMENTATION_CHARACTERS.toLocaleString('en')} are read. Paste the part that matters.`;
