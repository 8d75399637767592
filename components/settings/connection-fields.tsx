'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { Field, useFormErrors } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import type { ConnectionForm } from './connection-form';
import { PresetField } from './preset-field';

const KINDS: ReadonlyArray<{ value: ConnectionForm['kind']; label: string; description?: string }> = [
  {
    value: 'authorizationCode',
    label: 'OAuth 2, authorization code',
    description: 'Somebody signs in at the provider (with PKCE)',
  },
  {
    value: 'clientCredentials',
    label: 'OAuth 2, client credentials',
    description: 'Id and secret alone give access',
  },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'basic', label: 'Basic', description: 'User name and password' },
  { value: 'apiKey', label: 'API key', description: 'In a header or a query parameter' },
];

const PLACES = [
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query parameter' },
] as const;

const SENDING = [
  { value: 'header', label: 'As Basic authentication' },
  { value: 'body', label: 'In the form body' },
] as const;

const PROOF_KEYS = [
  { value: 'automatic', label: 'Automatic', description: 'Left out if the server refuses it' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' },
] as const;

export interface ConnectionFieldsProps {
  form: ConnectionForm;
  isNew: boolean;
  /** True if a secret is stored, which an empty field keeps. */
  hasSecret: boolean;
  redirectUri: string;
  onChange: (change: Partial<ConnectionForm>) => void;
}

/** The fields of the chosen kind. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { form, isNew, onChange } = props;
  return (
    <>
      {isNew ? <PresetField form={form} onChange={onChange} /> : null}
      <Field label="Kind">
        <Select value={form.kind} options={KINDS} onValueChange={(kind) => onChange({ kind })} />
      </Field>
      <Field name="name" label="Name">
        <Input autoFocus={!isNew} required {...textOf(props, 'name')} />
      </Field>
      <KindFields {...props} />
    </>
  );
}

function KindFields(props: ConnectionFieldsProps) {
  const { form, onChange } = props;
  switch (form.kind) {
    case 'bearer':
      return <SecretField label="Token" {...props} />;
    case 'basic':
      return (
        <>
          <Field name="username" label="User name">
            <Input autoComplete="off" {...textOf(props, 'username')} />
          </Field>
          <SecretField label="Password" {...props} />
        </>
      );
    case 'apiKey':
      return (
        <>
          <Field label="Add to">
            <Select value={form.in} options={PLACES} onValueChange={(place) => onChange({ in: place })} />
          </Field>
          <Field name="keyName" label={form.in === 'header' ? 'Header name' : 'Parameter name'}>
            <Input required autoComplete="off" {...textOf(props, 'keyName')} />
          </Field>
          <SecretField label="Key" {...props} />
        </>
      );
    default:
      return <OAuthFields {...props} />;
  }
}

function OAuthFields(props: ConnectionFieldsProps) {
  const { form, redirectUri, onChange } = props;
  return (
    <>
      {form.kind === 'authorizationCode' ? (
        <>
          <div className="flex flex-col gap-1.5">
            <span className="font-medium text-sm">Redirect URI</span>
            <div className="flex items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5">
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{redirectUri}</code>
              <CopyButton text={redirectUri} label="Copy the redirect URI" />
            </div>
            <span className="text-muted text-xs">Register it at the provider.</span>
          </div>
          <Field name="authorizeUrl" label="Authorize URL">
            <Input
              required
              placeholder="https://example.com/oauth/authorize"
              {...textOf(props, 'authorizeUrl')}
            />
          </Field>
        </>
      ) : null}
      <Field name="tokenUrl" label="Token URL">
        <Input required placeholder="https://example.com/oauth/token" {...textOf(props, 'tokenUrl')} />
      </Field>
      <Field name="clientId" label="Client id">
        <Input required autoComplete="off" {...textOf(props, 'clientId')} />
      </Field>
      <SecretField label="Client secret" {...props} />
      <Field
        name="scopes"
        label="Scopes"
        help="Separated by spaces, or by commas if the provider wants that; may be empty."
      >
        <Input {...textOf(props, 'scopes')} />
      </Field>
      <Field label="Send the credentials" help="If the server doesn’t find them, the other way is tried.">
        <Select
          value={form.sendCredentials}
          options={SENDING}
          onValueChange={(sendCredentials) => onChange({ sendCredentials })}
        />
      </Field>
      <LinesField
        {...props}
        name="parameters"
        label="Extra parameters"
        help="One per line, for example access_type=offline or audience=https://api.example.com."
      />
      {form.kind === 'authorizationCode' ? <PersonFields {...props} /> : null}
      <LinesField
        {...props}
        name="expiredAnswers"
        label="Expired token"
        help="A response with 401 renews the token. Others that do, one per line: a status, and a text of the body if you like, for example 403 or 400 token_expired."
      />
    </>
  );
}

/** What only a person’s sign-in has. */
function PersonFields(props: ConnectionFieldsProps) {
  const { form, onChange } = props;
  return (
    <>
      <LinesField
        {...props}
        name="exchangeParameters"
        label="Parameters of the code exchange"
        help="Sent to the token URL after somebody signed in."
      />
      <LinesField
        {...props}
        name="renewalParameters"
        label="Parameters of a renewal"
        help="Sent to the token URL with the refresh token."
      />
      <Field label="PKCE" help="A proof that the same client signs in and gets the token.">
        <Select value={form.pkce} options={PROOF_KEYS} onValueChange={(pkce) => onChange({ pkce })} />
      </Field>
    </>
  );
}

type LinesName = 'parameters' | 'exchangeParameters' | 'renewalParameters' | 'expiredAnswers';

function LinesField({
  name,
  label,
  help,
  form,
  onChange,
}: ConnectionFieldsProps & { name: LinesName; label: string; help: string }) {
  return (
    <Field name={name} label={label} help={help}>
      <Textarea
        rows={2}
        spellCheck={false}
        className="font-mono text-xs"
        value={form[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  );
}

function SecretField({ label, form, hasSecret, onChange }: ConnectionFieldsProps & { label: string }) {
  const errors = useFormErrors();
  return (
    <Field
      label={label}
      error={errors.secret ?? errors.clientSecret}
      help={hasSecret ? 'Leave it empty to keep the one there is.' : 'Encrypted, and never shown again.'}
    >
      <PasswordInput value={form.secret} onChange={(event) => onChange({ secret: event.target.value })} />
    </Field>
  );
}

type TextName = 'name' | 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'scopes' | 'username' | 'keyName';

const textOf = ({ form, onChange }: ConnectionFieldsProps, name: TextName) => ({
  value: form[name],
  spellCheck: false,
  onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
});
