'use client';

import { MODEL_PROVIDERS, type ModelProvider, PROVIDER_URLS } from '@/lib/platform/models/contract';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import { ConnectionMember } from './connection-member';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';
import { problemsAt, problemsElsewhere } from './problem-places';

const PROVIDERS: ReadonlyArray<{ value: ModelProvider; label: string; description: string }> = [
  { value: 'openai', label: 'OpenAI', description: 'And servers that speak its format' },
  { value: 'anthropic', label: 'Anthropic', description: 'Messages API' },
  { value: 'google', label: 'Google', description: 'Gemini API' },
];

const KEY_IN_VARIABLE: Readonly<Record<ModelProvider, string>> = {
  openai: 'Best as {{OPENAI_API_KEY}}',
  anthropic: 'Best as {{ANTHROPIC_API_KEY}}',
  google: 'Best as {{GEMINI_API_KEY}}',
};

/** The provider of the model, its address, and the key to use. */
export function ProviderField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const given = { ...(fallback as object), ...(value as object) } as Record<string, unknown>;
  const kind = MODEL_PROVIDERS.find((each) => each === given.kind) ?? 'openai';
  const change = (part: object) => onChange({ ...(value as object), ...part });
  const key = fieldText(given.apiKey);
  const connectionId = fieldText(given.connectionId);
  const others = problemsElsewhere(
    problems,
    ['apiKey', 'connectionId', 'baseUrl'].map((member) => `${field.name}.${member}`),
  );
  const isPlain = key.trim() !== '' && !/<|\{\{/.test(key);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4" disabled={readOnly}>
      <legend className="sr-only">{field.label}</legend>
      <Field label={field.label} help={field.help} error={problemNote(others)}>
        <Select
          value={kind}
          options={PROVIDERS}
          disabled={readOnly}
          onValueChange={(next) => change({ kind: next })}
        />
      </Field>
      <ConnectionMember
        value={connectionId}
        none="None: the API key is entered here"
        readOnly={readOnly}
        error={problemNote(problemsAt(problems, `${field.name}.connectionId`))}
        onChange={(id) => change({ connectionId: id })}
      />
      {connectionId === '' ? (
        <Field
          label="API key"
          error={problemNote(problemsAt(problems, `${field.name}.apiKey`))}
          help={
            isPlain
              ? 'Everyone who can open this workflow can read it: keep it in a variable, as {{NAME}}.'
              : undefined
          }
        >
          <ReferenceInput
            blockId={blockId}
            value={key}
            placeholder={KEY_IN_VARIABLE[kind]}
            readOnly={readOnly}
            whole="none"
            mono
            onChange={(apiKey) => change({ apiKey })}
          />
        </Field>
      ) : null}
      <Field
        label="Base URL"
        error={problemNote(problemsAt(problems, `${field.name}.baseUrl`))}
        help="Only for another server than the provider’s own."
      >
        <ReferenceInput
          blockId={blockId}
          value={fieldText(given.baseUrl)}
          placeholder={PROVIDER_URLS[kind]}
          readOnly={readOnly}
          whole="none"
          mono
          onChange={(baseUrl) => change({ baseUrl })}
        />
      </Field>
    </fieldset>
  );
}
