import { parseArgs } from 'node:util';
import type { z } from 'zod';

/** Returns the flags of a command. @throws Error for one that it does not have */
export function read(args: readonly string[], options: Record<string, { type: 'string' | 'boolean' }>): unknown {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new Error((error as Error).message);
  }
}

/** Checks flags. @throws Error that names each wrong one */
export function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const words = result.error.issues.map(({ path, message, code }) => {
    const missing =
      code === 'invalid_type' && (given as Record<string, unknown>)[String(path[0])] === undefined;
    return `--${path.join('.')}: ${missing ? 'is needed.' : message}`;
  });
  throw new Error(words.join(' '));
}
