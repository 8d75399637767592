'use client';

import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { Select, type SelectOption } from '@/components/ui/select';
import { WebhookSecret } from '@/lib/services/outgoing-webhooks/schema';
import { explainWeakSecret } from '@/lib/services/outgoing-webhooks/secret-strength';

export type SecretKind = 'generate' | 'own' | 'none';
export interface SecretDraft {
  kind: SecretKind;
  value: string;
}

export const GENERATED: SecretDraft = { kind: 'generate', value: '' };

const OPTIONS: ReadonlyArray<SelectOption<SecretKind>> = [
  { value: 'generate', label: 'Generate one', description: 'Random, shown once' },
  { value: 'own', label: 'Use my own', description: 'Any text; the receiver must have the same' },
  { value: 'none', label: 'Do not sign', description: 'The receiver can’t tell who is calling' },
];

/** Converts the draft to the API's format; undefined for no secret. */
export function secretBody({ kind, value }: SecretDraft): { generate: true } | { value: string } | undefined {
  if (kind === 'none') return undefined;
  return kind === 'generate' ? { generate: true } : { value };
}

/** Returns the problem of a custom secret; undefined if there is none. */
export function secretError({ kind, value }: SecretDraft): string | undefined {
  if (kind !== 'own') return undefined;
  const result = WebhookSecret.safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
}

export interface SecretChoiceProps {
  draft: SecretDraft;
  onChange: (draft: SecretDraft) => void;
  /** True if "Do not sign" is one of the choices. */
  allowNone: boolean;
}

/** The choice of the signing secret: a generated one, a custom one, or none. */
export function SecretChoice({ draft, onChange, allowNone }: SecretChoiceProps) {
  const weakness = draft.kind === 'own' && draft.value !== '' ? explainWeakSecret(draft.value) : null;
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Signing secret"
        help={
          'Signs every delivery with HMAC-SHA256, so that the receiver can check that it comes from here ' +
          'and is unchanged.'
        }
      >
        <Select
          value={draft.kind}
          options={allowNone ? OPTIONS : OPTIONS.filter(({ value }) => value !== 'none')}
          onValueChange={(kind) => onChange({ ...draft, kind })}
        />
      </Field>
      {draft.kind === 'own' ? (
        <Field name="secret.value" label="Your secret" help="Encrypted, and never shown again.">
          <PasswordInput
            className="font-mono"
            value={draft.value}
            onChange={(event) => onChange({ ...draft, value: event.target.value })}
          />
        </Field>
      ) : null}
      {weakness === null ? null : (
        <Notice tone="warning" title="This secret is weak">
          {weakness} Use a random one if the receiver lets you, or generate one here.
        </Notice>
      )}
    </div>
  );
}
