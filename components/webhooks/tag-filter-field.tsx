'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { splitTags } from '@/lib/core/blocks/run-tags';

export interface TagFilterFieldProps {
  /** Null: all runs. */
  tags: readonly string[] | null;
  onChange: (tags: string[] | null) => void;
}

/** Tags with commas between; what is typed stays as it is while it means the same. */
export function TagFilterField({ tags, onChange }: TagFilterFieldProps) {
  const joined = (tags ?? []).join(', ');
  const [typed, setTyped] = useState(joined);
  return (
    <Field
      name="tagFilter"
      label="Run tags"
      aside="optional"
      help="Sends only runs with one of these tags, with commas between. Empty: all runs."
    >
      <Input
        value={splitTags(typed).join(', ') === joined ? typed : joined}
        spellCheck={false}
        autoComplete="off"
        placeholder="nightly, order-1042"
        onChange={(event) => {
          const chosen = splitTags(event.target.value);
          setTyped(event.target.value);
          onChange(chosen.length === 0 ? null : chosen);
        }}
      />
    </Field>
  );
}
