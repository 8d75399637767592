import { z } from 'zod';

export const VariableName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    'Start with a letter or "_", then letters, digits or "_" (64 at most).',
  )
  .refine((name) => !name.startsWith('MILLRACE_'), 'Names that start with MILLRACE_ are reserved.');

const MAX_VALUE_CHARACTERS = 32_768;
export const VariableValue = z.string().max(MAX_VALUE_CHARACTERS);

/**
 * A variable as people see it: the value of a secret is write-only. Built-in ones are given by the product.
 */
export const Variable = z
  .object({
    name: z.string(),
    builtIn: z.boolean(),
    /** No secret: readable, and not masked in logs. */
    plain: z.boolean(),
    /** Null for a secret. */
    value: z.string().nullable(),
    /** ISO 8601; null for a built-in one. */
    updatedAt: z.string().nullable(),
  })
  .meta({ id: 'Variable' });
export type Variable = z.infer<typeof Variable>;
