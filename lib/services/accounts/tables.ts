import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const accountTables = defineTables({
  user: {
    columns: { email: 'person' },
    person: { kept: 'it is the account itself' },
    retention: UNTIL_DELETED,
  },
  account: {
    columns: { user_id: 'person' },
    person: 'cascade',
    retention: UNTIL_DELETED,
  },
  ended_session: {
    columns: { user_id: 'person' },
    person: 'cascade',
    retention: { kept: 'the next sign-out deletes those whose cookies have expired' },
  },
  password_reset: {
    columns: { user_id: 'person' },
    person: 'cascade',
    retention: { kept: 'one for each person, replaced by the next' },
    plainBytes: { token_hash: 'a hash' },
  },
  email_verification: {
    columns: { user_id: 'person' },
    person: 'cascade',
    retention: { kept: 'one for each person, replaced by the next' },
    plainBytes: { token_hash: 'a hash' },
  },
});
