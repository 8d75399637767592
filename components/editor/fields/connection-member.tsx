'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { settingsPath } from '../../page/paths';
import { stateWords, whyNotUsable } from '../../settings/connection-words';
import { connectionsQuery } from '../../settings/settings-queries';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { useEditor } from '../store/editor-context';

interface ConnectionMemberProps {
  /** Id; empty while none is chosen. */
  value: string;
  readOnly: boolean;
  error: ReactNode;
  onChange: (id: string) => void;
}

/** One of the workspace's connections. */
export function ConnectionMember({ value, readOnly, error, onChange }: ConnectionMemberProps) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const { data, isError } = useQuery(connectionsQuery(workspaceId));
  const connections = data?.data ?? [];
  const chosen = connections.find(({ id }) => id === value);
  const isGone = value !== '' && data !== undefined && chosen === undefined;
  const options = [
    ...(isGone ? [{ value, label: 'Deleted connection', disabled: true }] : []),
    ...connections.map((connection) => ({
      value: connection.id,
      label: connection.name,
      description: stateWords(connection),
    })),
  ];
  return (
    <Field
      label="Connection"
      error={isError ? 'The connections could not be read.' : error}
      help={
        data !== undefined && connections.length === 0
          ? 'This workspace has no connections yet.'
          : chosen === undefined
            ? undefined
            : whyNotUsable(chosen)
      }
      aside={
        <Link href={settingsPath(workspaceId, 'connections')} className="text-accent hover:underline">
          Manage
        </Link>
      }
    >
      <Select
        value={value}
        options={options}
        placeholder="Choose a connection"
        disabled={readOnly}
        onValueChange={onChange}
      />
    </Field>
  );
}
