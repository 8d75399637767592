import { defineTables } from '../tables/define-tables';
import { deleteStrayFiles } from './delete-stray-files';

const TEN_MINUTES_MS = 10 * 60 * 1000;

export const fileTables = defineTables({
  'runtime.stored_file': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.stored_file WHERE workspace_id = ${id}::uuid`],
    },
    run: {
      remove: [
        (tx, { logIds }) =>
          tx.$executeRaw`DELETE FROM runtime.stored_file WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention: { name: 'delete files that nobody can have', everyMs: TEN_MINUTES_MS, run: deleteStrayFiles },
    plainBytes: { sha256: 'a hash' },
  },
  'runtime.stored_file_chunk': {
    workspace: { with: 'runtime.stored_file' },
    retention: { with: 'runtime.stored_file' },
    plainBytes: { data: 'files, as a run received or made them' },
  },
});
