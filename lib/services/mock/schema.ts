import { z } from 'zod';
import { SpanError } from '../../core/engine/trace-span';

export const MOST_MISSING = 50;

const BlockId = z.string().meta({ examples: ['fetch'] });
const Request = z.unknown().meta({
  description: 'Its parts by name; shortened when large.',
  examples: [{ method: 'GET', url: 'https://example.com/orders' }],
});

/** A run of a workflow on recorded answers. */
export const MockedRun = z
  .object({
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that was run; null: the draft.', examples: [null] }),
    status: z.enum(['success', 'error']).meta({ examples: ['success'] }),
    output: z.unknown().meta({ description: 'Shortened when large.', examples: [{ total: 4 }] }),
    error: SpanError.nullable().meta({ examples: [null] }),
    answered: z
      .number()
      .int()
      .meta({ description: 'How many requests had a recorded answer.', examples: [3] }),
    missing: z
      .array(
        z.object({
          blockId: BlockId,
          blockName: z.string().meta({ examples: ['Fetch'] }),
          request: Request,
          nearest: Request.meta({
            description: 'The recorded request that is most like it; null if none is alike.',
            examples: [{ method: 'GET', url: 'https://example.com/order' }],
          }),
        }),
      )
      .meta({ description: `Requests that nothing recorded answers: the first ${MOST_MISSING}.` }),
    missingCount: z
      .number()
      .int()
      .meta({ examples: [0] }),
    takesInput: z.boolean().meta({
      description: 'False if a trigger began the recorded run: then this one begins with what that received.',
      examples: [true],
    }),
  })
  .meta({ id: 'MockedRun' });
export type MockedRun = z.infer<typeof MockedRun>;
