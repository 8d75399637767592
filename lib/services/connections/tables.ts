import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { clientSecretStore, tokenStore, verifierStore } from './sealed-connections';

export const connectionTables = defineTables({
  connection: {
    columns: { workspace_id: 'workspace', connected_by_id: 'person' },
    workspace: 'cascade',
    person: 'set null',
    retention: UNTIL_DELETED,
    sealed: { client_secret: clientSecretStore, tokens: tokenStore },
  },
  connection_authorization: {
    columns: { user_id: 'person' },
    workspace: 'cascade',
    person: 'cascade',
    retention: { kept: 'one for each connection and person, replaced by the next' },
    sealed: { verifier: verifierStore },
  },
});
