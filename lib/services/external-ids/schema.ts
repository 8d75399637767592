import { z } from 'zod';

/**
 * What whoever keeps a thing in code calls it, unique among those of its kind in a workspace. It stands in
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
  .describe('What it is called by whoever keeps it in code; null for what was created without one.');

export const CHANGED = z
  .boolean()
  .describe('False: it was as given already, so that nothing was written.');

export const CREATED = 'Created, because nothing had this external id.';
