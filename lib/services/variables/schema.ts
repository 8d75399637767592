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

/** A variable as people see it: a secret's value is write-only. Built-in ones are defined by the product. */
export const Variable = z
  .object({
    name: z.string(),
    builtIn: z.boolean(),
    /** True if it is not secret: readable, and not masked in logs. */
    plain: z.boolean(),
    value: z.string().nullable().describe('What drafts use; null for a secret.'),
    sameForLive: z.boolean().describe('Whether live versions use the same value as drafts.'),
    liveValue: z
      .string()
      .nullable()
      .describe('What live versions use instead; null for a secret, and where they use the same.'),
    /** ISO 8601; null for a built-in one. */
    updatedAt: z.string().nullable(),
  })
  .meta({ id: 'Variable' });
export type Variable = z.infer<typeof Variable>;

/** A change; absent properties stay as they are. */
export const VariableChange = z.strictObject({
  value: VariableValue.optional().describe(
    'What drafts use, and live versions too while they have no value of their own. A new variable needs it.',
  ),
  liveValue: VariableValue.nullable()
    .optional()
    .describe('What live versions use; null: the same as drafts.'),
  plain: z
    .boolean()
    .optional()
    .describe(
      'Readable by every member and not masked in logs. Unless given: as it was, ' +
        'and a new one is a secret. What was secret needs its values given anew to become readable.',
    ),
});
export type VariableChange = z.infer<typeof VariableChange>;
