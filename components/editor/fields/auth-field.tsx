'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Auth } from '@/lib/core/blocks/auth';
import { connectionsQuery } from '../../settings/settings-queries';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import { useEditor } from '../store/editor-context';
import { AUTH_FORMS, AUTH_KINDS, type AuthMember, type EditedAuth, resultOfAuth } from './auth-forms';
import { ConnectionMember } from './connection-member';
import { FieldNotes } from './field-notes';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';
import { problemsAt, problemsElsewhere } from './problem-places';

/** A request's authentication. Switching to another kind and back keeps the entered values. */
export function AuthField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const auth = { kind: 'none', ...((value ?? fallback) as object | undefined) } as EditedAuth;
  const change = (part: Partial<EditedAuth>) => onChange({ ...auth, ...part });
  const preset = Auth.safeParse({ kind: auth.kind });
  const defaults: Readonly<Record<string, unknown>> = preset.success ? preset.data : {};
  const workspaceId = useEditor((state) => state.workspaceId);
  const connections = useQuery({ ...connectionsQuery(workspaceId), enabled: auth.kind === 'connection' });
  const chosen = connections.data?.data.find(({ id }) => id === auth.connectionId);
  // An imported document may name any kind.
  const isKnown = Object.hasOwn(AUTH_FORMS, auth.kind);
  const members = isKnown ? AUTH_FORMS[auth.kind] : [];
  const result = isKnown ? resultOfAuth({ ...defaults, ...auth }, chosen) : null;
  const places = members.map(({ name }) => `${field.name}.${name}`);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4" disabled={readOnly}>
      <legend className="sr-only">{field.label}</legend>
      <Field label={field.label} error={problemNote(problemsElsewhere(problems, places))}>
        <Select
          value={auth.kind}
          options={AUTH_KINDS}
          disabled={readOnly}
          onValueChange={(kind) => change({ kind })}
        />
      </Field>
      {members.map((member) => (
        <AuthMemberField
          key={member.name}
          member={member}
          blockId={blockId}
          value={fieldText(auth[member.name] ?? defaults[member.name])}
          readOnly={readOnly}
          error={problemNote(problemsAt(problems, `${field.name}.${member.name}`))}
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
      <FieldNotes help={field.help} />
    </fieldset>
  );
}

interface AuthMemberFieldProps {
  member: AuthMember;
  blockId: string;
  value: string;
  readOnly: boolean;
  error: ReactNode;
  onChange: (text: string) => void;
}

function AuthMemberField({ member, blockId, value, readOnly, error, onChange }: AuthMemberFieldProps) {
  if (member.isConnection)
    return <ConnectionMember value={value} readOnly={readOnly} error={error} onChange={onChange} />;
  const isPlain = member.isSecret && value.trim() !== '' && !/<|\{\{/.test(value);
  const help = isPlain
    ? 'Everyone who can open this workflow can read it. Keep it in a variable and write {{NAME}} here.'
    : member.help;
  return (
    <Field label={member.label} help={help} error={error}>
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
