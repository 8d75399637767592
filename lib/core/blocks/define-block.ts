import type { z } from 'zod';
import type { BlockDefinition } from './block';

/** Checks a definition against its own config type, then erases that type, because a map holds many. */
export function defineBlock<Config extends z.ZodType>(
  definition: Omit<BlockDefinition<Config>, 'hasInput'>,
): BlockDefinition {
  const hasInput = definition.trigger === undefined && definition.note === undefined;
  return { ...definition, hasInput } as unknown as BlockDefinition;
}
