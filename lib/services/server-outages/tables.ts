import { defineTables } from '../tables/define-tables';

export const serverOutageTables = defineTables({
  'runtime.server_outage': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.server_outage WHERE workspace_id = ${id}::uuid`,
      ],
    },
    retention: { kept: 'until nothing waits for the server' },
  },
});
