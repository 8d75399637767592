import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { isLogsPageQuery } from './logs-page-query';

const MAX_NAME_CHARACTERS = 80;
const MAX_ADDRESS_CHARACTERS = 4_000;

export const LogViewName = singleLineText(MAX_NAME_CHARACTERS);

/** The logs page's query, as in the address bar: filters, grouping, search and columns, without `?`. */
export const LogViewSearch = z
  .string()
  .max(MAX_ADDRESS_CHARACTERS, 'These filters are too long to be saved. Choose fewer workflows.')
  .regex(/^(?!\?)[\x21\x22\x24-\x7e]*$/, 'Not the query of an address.')
  .refine(isLogsPageQuery, 'Only filters, search, grouping and columns of the logs page can be saved.')
  .meta({ examples: ['range=24h&level=error'] });

export const LogView = z
  .object({
    id: z.string(),
    name: z.string().meta({ examples: ['Failures of today'] }),
    search: LogViewSearch,
    shared: z.boolean().meta({ description: 'Whether all members of the workspace have it in their list.' }),
    mine: z.boolean().meta({ description: 'Whether you made it.' }),
    canEdit: z.boolean().meta({ description: 'Its maker may edit it, and admins those that are shared.' }),
  })
  .meta({ id: 'LogView' });
export type LogView = z.infer<typeof LogView>;
