import type { MaintenanceJob } from '../../../platform/postgres/maintenance';
import { allTables } from './all-tables';

/** The jobs that delete old rows, each once, even if several tables share it. */
export const RETENTION_JOBS: readonly MaintenanceJob[] = [
  ...new Set(allTables.flatMap(({ retention }) => ('run' in retention ? [retention] : []))),
];
