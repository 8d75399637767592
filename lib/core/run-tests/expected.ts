import { z } from 'zod';

/** A request that one step sends, as its definition's `outsideWork.sent` tells it. */
export const SentRequest = z
  .object({
    step: z.string().meta({ description: 'The block, and the iteration it ran in.', examples: ['fetch'] }),
    blockId: z.string().meta({ examples: ['fetch'] }),
    blockName: z.string().meta({ examples: ['Fetch'] }),
    request: z.unknown().meta({
      description: 'Its parts by name.',
      examples: [{ method: 'GET', url: 'https://example.com/' }],
    }),
  })
  .meta({ id: 'SentRequest' });
export type SentRequest = z.infer<typeof SentRequest>;

/** The end of a run, as far as tests compare it. */
export const ExpectedOutcome = z
  .object({
    status: z.enum(['success', 'error']).meta({ examples: ['success'] }),
    error: z
      .object({
        code: z.string().meta({ examples: ['HTTP_STATUS'] }),
        message: z.string().meta({ examples: ['The server answered 500.'] }),
        blockId: z
          .string()
          .nullable()
          .meta({ examples: ['fetch'] }),
      })
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'ExpectedOutcome' });
export type ExpectedOutcome = z.infer<typeof ExpectedOutcome>;

/** What a run should give: its end, its output, and the requests of its steps in the order they ended. */
export const Expected = z
  .object({
    outcome: ExpectedOutcome,
    output: z.unknown().meta({ examples: [{ total: 4 }] }),
    sent: z.array(SentRequest),
  })
  .meta({ id: 'Expected' });
export type Expected = z.infer<typeof Expected>;
