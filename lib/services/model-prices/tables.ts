import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const modelPriceTables = defineTables({
  model_price: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    retention: UNTIL_DELETED,
  },
});
