import { z } from 'zod';
import { cursorParam, textParam } from '../../platform/http/query-params';
import { filteredRequest } from '../logs/log-filters';
import { ExportedLog } from '../logs/schema';

const MAX_SEARCH_CHARACTERS = 200;
/** A page is returned once it has this many matches. */
export const MATCHES_PER_PAGE = 50;

export const LogSearchRequest = filteredRequest({
  q: textParam(MAX_SEARCH_CHARACTERS, { isOfLines: true }).describe(
    'Literal text; upper and lower case are the same, and so are the ways to write a line end or an ' +
      'accent. Looked for in the inputs, outputs and error messages of blocks and in the final output, as they are in the log: secrets are masked there.',
  ),
  cursor: cursorParam.describe(
    '`nextCursor` of the answer before, unchanged: the search goes on from there.',
  ),
});
export type LogSearchRequest = z.infer<typeof LogSearchRequest>;

const MATCH_PARTS = ['input', 'output', 'error', 'finalOutput'] as const;

/** The first place where the text was found. */
export const LogMatch = z
  .object({
    part: z.enum(MATCH_PARTS),
    block: z
      .string()
      .nullable()
      .meta({
        description: 'Name of the block; null for what the run as a whole put out or ended with.',
        examples: ['greeting'],
      }),
    path: z.string().meta({ description: 'Within that part.', examples: ['data.message'] }),
    excerpt: z.string().meta({ description: 'The text with a little around it.', examples: ['Hello, Ada!'] }),
  })
  .meta({ id: 'LogMatch' });
export type LogMatch = z.infer<typeof LogMatch>;

export const FoundLog = z
  .object({
    ...ExportedLog.shape,
    match: LogMatch.nullable().meta({
      description: 'Null for a log too large to say where in it the text is.',
    }),
  })
  .meta({ id: 'FoundLog' });
export type FoundLog = z.infer<typeof FoundLog>;

export const Searched = z.object({
  executions: z
    .number()
    .int()
    .meta({ description: 'How many logs this answer’s part of the search read.', examples: [12_400] }),
  from: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'Start of the oldest log read; null when none was.',
      examples: ['2026-01-31T12:00:00.000Z'],
    }),
});
