import type { Connection, EditedConnection } from '@/lib/services/connections/schema';

/** What the dialog holds: parameters as lines of `name=value`. */
export interface ConnectionForm extends Omit<EditedConnection, 'parameters' | 'clientSecret'> {
  clientSecret: string;
  parameters: string;
}

const EMPTY: ConnectionForm = {
  ...{ name: '', kind: 'authorizationCode', authorizeUrl: '', tokenUrl: '', clientId: '', clientSecret: '' },
  ...{ sendCredentials: 'header', scopes: '', parameters: '' },
};

/** The form of a connection, its secret left out; of a new one when there is none. */
export function formOf(connection: Connection | null): ConnectionForm {
  if (connection === null) return EMPTY;
  const { name, kind, authorizeUrl, tokenUrl, clientId, sendCredentials, scopes, parameters } = connection;
  return {
    ...{ name, kind, authorizeUrl, tokenUrl, clientId, sendCredentials, scopes, clientSecret: '' },
    parameters: parameters.map(({ key, value }) => `${key}=${value}`).join('\n'),
  };
}

/** What is saved; an empty secret leaves the one there is. */
export function editOf({ clientSecret, parameters, ...form }: ConnectionForm): EditedConnection {
  return {
    ...form,
    authorizeUrl: form.kind === 'clientCredentials' ? '' : form.authorizeUrl,
    parameters: parametersOf(parameters),
    ...(clientSecret === '' ? {} : { clientSecret }),
  };
}

/** One a line; what stands behind the first `=` is the value. */
function parametersOf(text: string): EditedConnection['parameters'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const equals = line.indexOf('=');
    const key = equals === -1 ? line : line.slice(0, equals);
    return { key: key.trim(), value: equals === -1 ? '' : line.slice(equals + 1).trim() };
  });
}
