import { parseArgs } from 'node:util';
import type { z } from 'zod';

/** Reads the flags of a command. @throws Error in words */
export function read(
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>,
): unknown {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new Error((error as Error).message);
  }
}

/** Checks the values of flags. @throws Error in words, by flag */
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

/** Returns the folder that a command was given first. @throws Error in words */
export function folderOf(typed: string | undefined): string {
  if (typed === undefined || typed.startsWith('-'))
    throw new Error('Name the folder first: pull DIR, push DIR, test DIR.');
  return typed;
}
