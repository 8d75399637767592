import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { forgetUnconfirmed } from './alert-recipients';
import { alertTargetStore } from './sealed-target';
import { forgetAlertEvents } from './send-alerts';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

export const alertTables = defineTables({
  alert_rule: {
    columns: {
      workspace_id: 'workspace',
      workflow_ids: 'workflow',
      firing_for: 'workflow',
      emails: 'person',
    },
    workspace: 'cascade',
    workflow: {
      kept: 'a rule goes on for its other workflows; the id of a deleted one matches no new run, and the next check takes it out',
    },
    person: { kept: 'writers of the workspace take addresses out' },
    retention: UNTIL_DELETED,
    sealed: { target: alertTargetStore },
  },
  alert_recipient: {
    columns: { workspace_id: 'workspace', email: 'person' },
    workspace: 'cascade',
    person: { kept: 'an address without an account may have it' },
    retention: {
      name: 'forget recipients that never confirmed',
      everyMs: SIX_HOURS_MS,
      run: forgetUnconfirmed,
    },
    plainBytes: { token_hash: 'a hash' },
  },
  'runtime.alert_event': {
    workspace: 'cascade',
    retention: { name: 'forget alerts of long ago', everyMs: SIX_HOURS_MS, run: forgetAlertEvents },
  },
});
