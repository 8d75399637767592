import { z } from 'zod';

export const ReplayVersion = z.union([z.enum(['original', 'live', 'draft']), z.number().int().min(1)]).meta({
  description: 'What is run: as it ran, live, the draft, or a version by its number.',
  examples: ['draft'],
});
export type ReplayVersion = z.infer<typeof ReplayVersion>;
