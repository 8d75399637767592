import { z } from 'zod';

/**
 * The name of a thing where it is kept in code, unique among those of its kind in a workspace. It stands in
 * addresses, of which dots alone are no part.
 */
export const ExternalId = z
  .string()
  .regex(/^[A-Za-z0-9._:/-]{1,128}$/, 'Use letters, digits and . _ : / - (128 characters at most).')
  .refine((text) => text !== '.' && text !== '..', 'Use more than dots.');

/** The external id in what the API returns; null for what was created without one. */
export const ShownExternalId = z
  .string()
  .nullable()
  .describe('The name that it has where it is kept in code; null for what was created without one.');

export const CHANGED = z.boolean().describe('False: it was as given already, so that nothing was written.');

export const CREATED = 'Created, because nothing had this external id.';
