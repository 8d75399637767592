import { keyIds } from '../platform/encryption/encryption';
import { type Resealed, reseal } from '../platform/encryption/reseal';
import { prisma } from '../platform/postgres/db';
import { notify } from '../platform/postgres/notify';
import { sealWebhooks } from '../services/outgoing-webhooks/seal-typed-credentials';
import { allTables } from '../services/tables/registry/all-tables';
import { sealWorkflows } from '../services/workflows/seal-typed-credentials';

/** Every column with sealed text, as its room declares it. */
const SEALED = allTables.flatMap(({ sealed }) => (sealed === undefined ? [] : Object.values(sealed)));

/**
 * Seals all that ENCRYPTION_KEY_PREVIOUS sealed with ENCRYPTION_KEY; can be run again. @throws Error for the
 * operator
 */
export async function rotateEncryption(): Promise<readonly Resealed[]> {
  const { previous, check } = keyIds();
  if (previous === null)
    throw new Error('Put the old key into ENCRYPTION_KEY_PREVIOUS and a new one into ENCRYPTION_KEY.');
  const rotation: Resealed[] = [];
  for (const column of SEALED)
    if ('sealAll' in column) rotation.push({ name: column.name, count: await column.sealAll(), damaged: [] });
    else rotation.push(await reseal(column, previous));
  await prisma().$executeRaw`UPDATE installation SET encryption_check = ${check} WHERE id = 1`;
  await notify('variables', '');
  await notify('connections', '');
  return rotation;
}

/**
 * Seals what was typed into workflows and webhooks' URLs. @returns how many of each held a credential not
 * sealed by the current key
 */
export async function sealStoredCredentials(): Promise<{ workflows: number; webhooks: number }> {
  return { workflows: await sealWorkflows(), webhooks: await sealWebhooks() };
}
