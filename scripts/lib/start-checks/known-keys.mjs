import { setting } from '../project.mjs';

/**
 * Returns the keys that stored data may have been encrypted with.
 * @param {{ENCRYPTION_KEY?: string}} secrets
 */
export const withPrevious = ({ ENCRYPTION_KEY }) => ({
  ENCRYPTION_KEY,
  ENCRYPTION_KEY_PREVIOUS: setting('ENCRYPTION_KEY_PREVIOUS'),
});
