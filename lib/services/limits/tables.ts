import { defineTables } from '../tables/define-tables';

const HOLDERS = 'counts are of the plan’s holder, over all of its workspaces';

export const limitTables = defineTables({
  'runtime.rate_window': {
    columns: { user_id: 'person' },
    workspace: { kept: HOLDERS },
    person: { kept: 'counts say nothing about a person who is gone' },
    retention: { kept: 'one row for each holder and kind' },
  },
  'runtime.usage_month': {
    columns: { user_id: 'person' },
    workspace: { kept: HOLDERS },
    person: { kept: 'counts say nothing about a person who is gone' },
    retention: { kept: 'one row for each holder and month' },
  },
});
