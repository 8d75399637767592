'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from '@/components/ui/link';
import { type Connection, hasOAuth } from '@/lib/services/connections/schema';
import { settingsPath } from '../../page/paths';
import { stateWords, whyNotUsable } from '../../settings/connection-words';
import { connectionsQuery } from '../../settings/settings-queries';
import { type ConnectBeside, useConnectBeside } from '../../settings/use-connect-beside';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { LatePart, lateModule } from '../../ui/late-part';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { useEditor } from '../store/editor-context';

/** Loaded when a connection is created: most visits create none. */
const dialog = lateModule(() => import('../../settings/connection-dialog'));

interface ConnectionMemberProps {
  /** Id; empty while none is chosen. */
  value: string;
  readOnly: boolean;
  error: ReactNode;
  label?: string;
  /** The words of the choice without a connection; absent: one has to be chosen. */
  none?: string;
  onChange: (id: string) => void;
}

/** Stands for no connection in the select, whose options need a value. */
const NONE = 'none';

/** One of the workspace's connections; a new one is created over the editor. */
export function ConnectionMember(props: ConnectionMemberProps) {
  const { value, readOnly, error, label = 'Connection', none, onChange } = props;
  const workspaceId = useEditor((state) => state.workspaceId);
  // Another window may have connected it; its message is lost if the provider's page was reopened elsewhere.
  const { data, isError } = useQuery({ ...connectionsQuery(workspaceId), refetchOnWindowFocus: 'always' });
  const beside = useConnectBeside(workspaceId);
  const [isNew, setNew] = useState(false);
  const connections = data?.data ?? [];
  const chosen = connections.find(({ id }) => id === value);
  const isGone = value !== '' && data !== undefined && chosen === undefined;
  const options = [
    ...(none === undefined ? [] : [{ value: NONE, label: none }]),
    ...(isGone ? [{ value, label: 'Deleted connection', disabled: true }] : []),
    ...connections.map((connection) => ({
      value: connection.id,
      label: connection.name,
      description: stateWords(connection),
    })),
  ];
  const choose = (connection: Connection) => {
    onChange(connection.id);
    if (needsPerson(connection)) beside.connect(connection.id);
  };
  return (
    <>
      <Field
        label={label}
        error={isError ? 'The connections could not be read.' : error}
        help={
          none === undefined && data !== undefined && connections.length === 0
            ? 'This workspace has no connections yet.'
            : chosen === undefined
              ? undefined
              : whyNotUsable(chosen)
        }
        aside={
          <span className="flex items-center gap-3">
            {readOnly ? null : (
              <Button variant="link" size="sm" onPointerEnter={dialog.ask} onClick={() => setNew(true)}>
                New connection
              </Button>
            )}
            <Link href={settingsPath(workspaceId, 'connections')} className="text-accent hover:underline">
              Manage
            </Link>
          </span>
        }
      >
        <Select
          value={value === '' && none !== undefined ? NONE : value}
          options={options}
          placeholder="Choose a connection"
          disabled={readOnly}
          onValueChange={(id) => onChange(id === NONE ? '' : id)}
        />
      </Field>
      {readOnly || chosen === undefined ? null : <ConnectChosen connection={chosen} beside={beside} />}
      {!isNew || data === undefined ? null : (
        <LatePart from={dialog} onClose={() => setNew(false)}>
          {({ ConnectionDialog }) => (
            <ConnectionDialog
              connection={null}
              redirectUri={data.redirectUri}
              onSaved={choose}
              onClose={() => setNew(false)}
            />
          )}
        </LatePart>
      )}
    </>
  );
}

const needsPerson = ({ kind, state }: Connection): boolean =>
  kind === 'authorizationCode' && state !== 'connected';

/** The button that connects the chosen connection, and what to do when the browser blocked the window. */
function ConnectChosen({ connection, beside }: { connection: Connection; beside: ConnectBeside }) {
  if (!hasOAuth(connection) || connection.state === 'connected') return null;
  if (beside.blocked?.connectionId === connection.id)
    return (
      <Notice
        tone="warning"
        title="The browser blocked the provider’s window"
        action={
          <Button size="sm" asChild>
            <a href={beside.blocked.url} target="_blank" rel="noreferrer">
              Open it
            </a>
          </Button>
        }
      >
        This form continues when you have signed in there.
      </Notice>
    );
  return (
    <Button
      size="sm"
      className="self-start"
      busy={beside.isPending}
      onClick={() => beside.connect(connection.id)}
    >
      Connect {connection.name}
    </Button>
  );
}
