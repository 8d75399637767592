import { defineTables } from '../tables/define-tables';

export const auditTables = defineTables({
  audit_event: {
    columns: { workspace_id: 'workspace', user_id: 'person' },
    workspace: 'set null',
    person: { kept: 'it says who did what, also after the account is deleted' },
    retention: { kept: 'an audit is complete' },
  },
});
