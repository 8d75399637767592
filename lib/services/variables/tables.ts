import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { draftValueStore, liveValueStore } from './sealed-variables';

export const variableTables = defineTables({
  variable: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    retention: UNTIL_DELETED,
    sealed: { ciphertext: draftValueStore, live_ciphertext: liveValueStore },
  },
});
