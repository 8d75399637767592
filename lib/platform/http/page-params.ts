import { z } from 'zod';
import { integerParam } from './query-params';

export const MAX_PAGE = 200;
const MAX_CURSOR_CHARACTERS = 1_000;

/** Parameters of a list that is answered whole unless a caller asks for a page of it. */
export const PAGE_PARAMS = {
  limit: integerParam(1, MAX_PAGE)
    .optional()
    .meta({
      description: `Rows per page; ${MAX_PAGE} by default once \`cursor\` is given. Without both the list is whole.`,
    }),
  cursor: z
    .string()
    .max(MAX_CURSOR_CHARACTERS)
    .optional()
    .meta({ description: 'The `nextCursor` of the page before; empty for the first page.' }),
};

/** The member of an answer that is a page. */
export const NEXT_CURSOR = {
  nextCursor: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Of a page: null when there is nothing more. Absent when the list is whole.' }),
};
