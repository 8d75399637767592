'use client';

import { Check } from 'lucide-react';
import type { NeededVariable, WorkflowTemplate } from '@/lib/core/templates/template';
import type { Connection } from '@/lib/services/connections/schema';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { PasswordInput } from '../ui/password-input';
import { Select } from '../ui/select';

export interface TemplateNeedsProps {
  template: WorkflowTemplate;
  /** Names of the workspace's variables. */
  known: readonly string[];
  /** The entered values, by name. */
  values: Readonly<Record<string, string>>;
  onValues: (values: Record<string, string>) => void;
  connections: readonly Connection[];
  connectionId: string;
  onConnection: (id: string) => void;
}

const LATER = 'later';

/** The variables and connections that a template's blocks use; missing variables can be filled in here. */
export function TemplateNeeds(props: TemplateNeedsProps) {
  const { template, known, values, onValues, connections, connectionId, onConnection } = props;
  const { variables, connection, workflow } = template;
  const missing = variables.filter(({ name }) => !known.includes(name));
  const there = variables.filter(({ name }) => known.includes(name));
  return (
    <>
      {missing.length > 0 ? (
        <p className="text-muted text-sm">
          It reads these variables, which the workspace doesn’t have yet. What you leave empty can be added
          later in Settings.
        </p>
      ) : null}
      {missing.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={(value) => onValues({ ...values, [variable.name]: value })}
        />
      ))}
      {there.length > 0 ? (
        <ul className="flex flex-col gap-1 text-muted text-sm" aria-label="Existing variables">
          {there.map(({ name }) => (
            <li key={name} className="flex items-center gap-2">
              <Check className="size-4 text-success" aria-hidden />
              <span>
                <code className="font-mono text-xs">{name}</code> exists already and will be used.
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {connection === undefined ? null : (
        <Field label="Connection" help={connection.about}>
          <Select
            value={connectionId === '' ? LATER : connectionId}
            onValueChange={(id) => onConnection(id === LATER ? '' : id)}
            options={[
              { value: LATER, label: 'Choose later in the editor' },
              ...connections.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
      {workflow === undefined ? null : (
        <p className="text-muted text-sm">
          A second workflow, “{workflow.name}”, is created with it. {workflow.about}.
        </p>
      )}
    </>
  );
}

interface VariableFieldProps {
  variable: NeededVariable;
  value: string;
  onChange: (value: string) => void;
}

function VariableField({ variable, value, onChange }: VariableFieldProps) {
  const { name, about, example, secret } = variable;
  const shared = {
    value,
    spellCheck: false,
    className: 'font-mono text-xs',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <Field label={<code className="font-mono text-xs">{name}</code>} help={about}>
      {secret ? (
        <PasswordInput {...shared} />
      ) : (
        <Input {...shared} autoComplete="off" placeholder={example} />
      )}
    </Field>
  );
}
