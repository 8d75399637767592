import { keyIds } from '../platform/encryption/encryption';
import { type Resealed, reseal } from '../platform/encryption/reseal';
import { prisma } from '../platform/postgres/db';
import { notify } from '../platform/postgres/notify';
import { sealedAlertStores } from '../services/alerts/sealed-target';
import { sealedConnectionStores } from '../services/connections/sealed-connections';
import { sealWebhooks } from '../services/outgoing-webhooks/seal-typed-credentials';
import { sealedWebhookStores } from '../services/outgoing-webhooks/sealed-secret';
import { sealedPinStores } from '../services/pins/stored-pins';
import { sealedLibraryStores } from '../services/request-library/sealed-text';
import { sealedTestStores } from '../services/run-tests/sealed-test';
import { sealedRunStores } from '../services/runs/api/sealed-stores';
import { sealedEditStores } from '../services/shared-edits/sealed-edits';
import { allTriggerServices } from '../services/triggers/registry/trigger-services';
import { sealedVariableStores } from '../services/variables/sealed-variables';
import { sealWorkflows } from '../services/workflows/seal-typed-credentials';

/** Every place where sealed text is kept. A room that seals something new adds its store here. */
const STORES = [
  ...sealedVariableStores,
  ...sealedAlertStores,
  ...sealedConnectionStores,
  ...sealedLibraryStores,
  ...sealedRunStores,
  ...sealedEditStores,
  ...allTriggerServices.flatMap(({ sealed }) => sealed),
  ...sealedPinStores,
  ...sealedTestStores,
  ...sealedWebhookStores,
];

/**
 * Seals all that ENCRYPTION_KEY_PREVIOUS sealed with ENCRYPTION_KEY; can be run again. @throws Error for the
 * operator
 */
export async function rotateEncryption(): Promise<readonly Resealed[]> {
  const { previous, check } = keyIds();
  if (previous === null)
    throw new Error('Put the old key into ENCRYPTION_KEY_PREVIOUS and a new one into ENCRYPTION_KEY.');
  const rotation: Resealed[] = [];
  for (const store of STORES) rotation.push(await reseal(store, previous));
  const { workflows, webhooks } = await sealStoredCredentials();
  rotation.push({ name: 'workflows', count: workflows, damaged: [] });
  rotation.push({ name: 'webhook URLs', count: webhooks, damaged: [] });
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
