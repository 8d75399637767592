import { z } from 'zod';
import { Limits } from '../logs/schema';
import { PLANS } from './plans';

/** The plan a workspace runs on (its owner's), what it allows and what is used of it now. */
export const WorkspacePlan = z
  .object({
    plan: z.enum(PLANS),
    holder: z.object({ userId: z.string(), name: z.string() }),
    logsApiPerMinute: z.number().int(),
    limits: Limits,
  })
  .meta({ id: 'WorkspacePlan' });
export type WorkspacePlan = z.infer<typeof WorkspacePlan>;
