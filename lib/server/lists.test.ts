import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from './routes';

/** Lists without pages, each with the reason. */
const WITHOUT_PAGES: Record<string, string> = {
  getLogGroups: 'It counts: the largest groups, and the others in one number.',
  getLogValues: 'It returns a row for each log that the query names.',
};

const shapeOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>) : {};

test('every list takes limit and cursor, and returns the next cursor', () => {
  const lists = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, response }) => method === 'GET' && shapeOf(response).data instanceof z.ZodArray);
  expect(lists.length).toBeGreaterThan(30);
  const lacking = lists.filter(({ query, response }) => {
    const asked = shapeOf(query);
    // A search reads a part of the logs for each page, however many it finds.
    const isWhole =
      'cursor' in asked && ('limit' in asked || 'q' in asked) && 'nextCursor' in shapeOf(response);
    return !isWhole;
  });
  expect(lacking.map(({ id }) => id).sort()).toEqual(Object.keys(WITHOUT_PAGES));
});
