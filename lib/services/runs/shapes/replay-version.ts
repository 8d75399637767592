import { z } from 'zod';

export const ReplayVersion = z.union([z.enum(['original', 'live', 'draft']), z.number().int().min(1)]).meta({
  description: 'What is run: as it ran, live, the draft, or a version by its number.',
  examples: ['draft'],
});
export type ReplayVersion = z.infer<typeof ReplayVersion>;

/** The same, or a document that is no version: the hash of its stored snapshot. */
export type ReplayChoice = ReplayVersion | { snapshot: string };
