'use client';

import { useQuery } from '@tanstack/react-query';
import { Auth } from '@/lib/core/blocks/auth';
import { connectionsQuery } from '../../settings/settings-queries';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import { useEditor } from '../store/editor-context';
import { AUTH_FORMS, AUTH_KINDS, type AuthMember, type EditedAuth, resultOfAuth } from './auth-forms';
import { ConnectionMember } from './connection-member';
import { FieldNotes } from './field-notes';
import { type FieldProps, fieldText, problemWords } from './field-props';

/** How a request proves who it is. Going from one kind to another and back keeps what was written. */
export function AuthField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const auth = { kind: 'none', ...((value ?? fallback) as object | undefined) } as EditedAuth;
  const change = (part: Partial<EditedAuth>) => onChange({ ...auth, ...part });
  const preset = Auth.safeParse({ kind: auth.kind });
  const defaults: Readonly<Record<string, unknown>> = preset.success ? preset.data : {};
  const workspaceId = useEditor((state) => state.workspaceId);
  const connections = useQuery({ ...connectionsQuery(workspaceId), enabled: auth.kind === 'connection' });
  const chosen = connections.data?.data.find(({ id }) => id === auth.connectionId);
  const result = resultOfAuth({ ...defaults, ...auth }, chosen);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4" disabled={readOnly}>
      <legend className="sr-only">{field.label}</legend>
      <Field label={field.label}>
        <Select
          value={auth.kind}
          options={AUTH_KINDS}
          disabled={readOnly}
          onValueChange={(kind) => change({ kind })}
        />
      </Field>
      {AUTH_FORMS[auth.kind].map((member) => (
        <AuthMemberField
          key={member.name}
          member={member}
          blockId={blockId}
          value={fieldText(auth[member.name] ?? defaults[member.name])}
          readOnly={readOnly}
          onChange={(text) => change({ [member.name]: text })}
        />
      ))}
      {result === null ? null : (
        <p className="rounded-md bg-sunken px-2.5 py-1.5 text-muted text-xs">
          Sent as {result.place}:{' '}
          <code className="break-all font-mono text-2xs text-ink">
            {result.name}: {result.value}
          </code>
        </p>
      )}
      <FieldNotes help={field.help} error={problemWords(problems)} />
    </fieldset>
  );
}

interface AuthMemberFieldProps {
  member: AuthMember;
  blockId: string;
  value: string;
  readOnly: boolean;
  onChange: (text: string) => void;
}

function AuthMemberField({ member, blockId, value, readOnly, onChange }: AuthMemberFieldProps) {
  if (member.isConnection) return <ConnectionMember value={value} readOnly={readOnly} onChange={onChange} />;
  const isPlain = member.isSecret && value.trim() !== '' && !/<|\{\{/.test(value);
  const help = isPlain
    ? 'Everyone who can open this workflow can read it. Keep it in a variable and write {{NAME}} here.'
    : member.help;
  return (
    <Field label={member.label} help={help}>
      {member.options === undefined ? (
        <ReferenceInput
          blockId={blockId}
          value={value}
          placeholder={member.placeholder}
          readOnly={readOnly}
          whole="none"
          mono
          onChange={onChange}
        />
      ) : (
        <Select value={value} options={member.options} disabled={readOnly} onValueChange={onChange} />
      )}
    </Field>
  );
}
