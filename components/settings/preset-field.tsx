'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { CONNECTION_PRESETS } from '@/lib/services/connections/presets/all-presets';
import type { ConnectionPreset } from '@/lib/services/connections/presets/preset';
import { type ConnectionForm, formOfPreset } from './connection-form';

const OTHER = 'other';

const WAYS: Readonly<Record<ConnectionPreset['kind'], [short: string, description: string]>> = {
  authorizationCode: ['sign-in', 'Sign in with OAuth 2'],
  bearer: ['token', 'A token is sent'],
  basic: ['user name', 'A user name and a token are sent'],
  apiKey: ['key', 'A key is sent'],
};

/** Names the way too, for a service that has several. */
function labelOf({ service, kind }: ConnectionPreset): string {
  const isOnly = CONNECTION_PRESETS.filter((other) => other.service === service).length === 1;
  return isOnly ? service : `${service}, ${WAYS[kind][0]}`;
}

const SERVICES = [
  { value: OTHER, label: 'Another service', description: 'Enter its settings below' },
  ...CONNECTION_PRESETS.map((preset) => ({
    value: preset.id,
    label: labelOf(preset),
    description: WAYS[preset.kind][1],
  })),
];

interface PresetFieldProps {
  form: ConnectionForm;
  onChange: (change: Partial<ConnectionForm>) => void;
}

/** Chooses a service, whose settings fill the form of a new connection. */
export function PresetField({ form, onChange }: PresetFieldProps) {
  const [preset, setPreset] = useState<ConnectionPreset | null>(null);
  const [account, setAccount] = useState('');
  const fill = (next: ConnectionPreset, itsAccount: string) => {
    // A name that somebody typed stays.
    const isTyped = form.name.trim() !== '' && form.name !== preset?.service;
    onChange(formOfPreset(next, { name: isTyped ? form.name : next.service, account: itsAccount }));
    setPreset(next);
    setAccount(itsAccount);
  };
  return (
    <>
      <Field label="Service" help={preset === null ? undefined : <PresetHelp preset={preset} />}>
        <Select
          value={preset?.id ?? OTHER}
          options={SERVICES}
          onValueChange={(id) => {
            const next = CONNECTION_PRESETS.find((each) => each.id === id);
            if (next === undefined) setPreset(null);
            else fill(next, '');
          }}
        />
      </Field>
      {preset?.account === undefined ? null : (
        <Field label={preset.account} help="It becomes part of both addresses.">
          <Input
            required
            spellCheck={false}
            placeholder="acme"
            value={account}
            onChange={(event) => fill(preset, event.target.value)}
          />
        </Field>
      )}
    </>
  );
}

function PresetHelp({ preset: { service, register, source } }: { preset: ConnectionPreset }) {
  return (
    <>
      {register}{' '}
      <a href={source.url} target="_blank" rel="noreferrer" className="text-accent underline">
        {service}’s documentation
      </a>
      , checked on {source.checkedOn}
      {source.by === 'provider' ? '.' : ' against other clients: compare it if connecting fails.'}
    </>
  );
}
