import { expect, test } from 'vitest';
import { TestedVersion } from './schema';

test.each(['draft', 'live', 1, 2_147_483_647])('%s may be tested', (version) => {
  expect(TestedVersion.safeParse(version).success).toBe(true);
});

test.each(['original', 0, 1.5, 2_147_483_648, 1e300, null])('%s is no version', (version) => {
  expect(TestedVersion.safeParse(version).success).toBe(false);
});
