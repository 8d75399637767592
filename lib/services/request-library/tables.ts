import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { libraryTextStore } from './sealed-text';

export const requestLibraryTables = defineTables({
  request_library: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    retention: UNTIL_DELETED,
    sealed: { sealed: libraryTextStore },
  },
});
