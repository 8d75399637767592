import type { z } from 'zod';

/** Reads a file's JSON by its schema. @throws Error in words, with the place of the first fault */
export function parseJsonFile<T>(schema: z.ZodType<T>, text: string, file: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${file}: at ${issue?.path.join('.') || 'the top level'}: ${issue?.message}`);
}

export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Prints the members in the order of their names. */
export function printByName(record: Readonly<Record<string, unknown>>): string {
  return printJson(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
