'use client';

import { useState } from 'react';
import { NewRedaction, type Redaction } from '@/lib/services/redaction/schema';
import { Field } from '../ui/field';
import { Link } from '../ui/link';
import { Textarea } from '../ui/textarea';

const textOf = (rules: readonly string[]): string => rules.join('\n');
const rulesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

/** The state of the two lists of rules, as they are typed: one rule a line. */
export function useRedactionTexts(saved: Redaction) {
  const [names, setNames] = useState(textOf(saved.names));
  const [paths, setPaths] = useState(textOf(saved.paths));
  const checked = NewRedaction.safeParse({ names: rulesOf(names), paths: rulesOf(paths) });
  return { names, setNames, paths, setPaths, checked };
}

interface RedactionFieldsProps {
  texts: ReturnType<typeof useRedactionTexts>;
  readOnly: boolean;
}

/** The two lists of rules. */
export function RedactionFields({ texts, readOnly }: RedactionFieldsProps) {
  const { names, setNames, paths, setPaths } = texts;
  return (
    <>
      <Field
        name="names"
        label="Redact by name"
        aside="one per line"
        help="Members with this name, at any depth, in every input, output and body."
      >
        <Textarea
          className="font-mono"
          placeholder={'password\niban'}
          readOnly={readOnly}
          value={names}
          onChange={(event) => setNames(event.target.value)}
        />
      </Field>
      <Field
        name="paths"
        label="Redact by path"
        aside="one per line"
        help="A place in the output of a block, or in the input of a run."
      >
        <Textarea
          className="font-mono"
          placeholder={'api.data.customer.email\ninput.items[*].card'}
          readOnly={readOnly}
          value={paths}
          onChange={(event) => setPaths(event.target.value)}
        />
      </Field>
      <p className="text-muted text-sm">
        Runs and callers get the exact values. Logs of runs that ended before stay as they are.{' '}
        <Link href="/docs/guide/kept-data" target="_blank" rel="noopener" className="underline">
          What is redacted, and what is not
        </Link>
      </p>
    </>
  );
}
