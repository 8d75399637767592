import type { z } from 'zod';
import type { BlockDefinition } from './block';

/** Checks a definition against its own config type, then erases that type, because a map holds many. */
export function defineBlock<Config extends z.ZodType>(definition: BlockDefinition<Config>): BlockDefinition {
  return definition as unknown as BlockDefinition;
}
