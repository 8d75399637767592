import { defineTables } from './define-tables';

/** Tables of the installation and its processes, which no room owns. */
export const installationTables = defineTables({
  installation: {
    retention: { kept: 'one row, as long as the installation' },
  },
  'runtime.process': {
    retention: { kept: 'a process deletes its row when it stops, and those of dead ones' },
  },
});
