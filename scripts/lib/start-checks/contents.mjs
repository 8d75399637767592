import { whyNotMigratable } from '../migrate.mjs';

/**
 * Refuses the database of a newer version or of something else.
 * @type {import('./finding.mjs').Check}
 */
export async function checkContents({ client }) {
  const reason = await whyNotMigratable(client);
  return reason ? { fault: reason } : null;
}
