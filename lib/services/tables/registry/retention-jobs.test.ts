import { expect, test } from 'vitest';
import { allTables } from './all-tables';
import { RETENTION_JOBS } from './retention-jobs';

test('a job that several tables share runs once', () => {
  const names = RETENTION_JOBS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const sharing = allTables.filter(({ retention }) => RETENTION_JOBS.some((job) => job === retention));
  expect(sharing.length).toBeGreaterThan(names.length);
  expect(names).toContain('delete logs that plans no longer keep');
});
