import { randomBytes } from 'node:crypto';
import { HiddenValues } from '../../core/assistant/hidden-values';
import { shownDocument } from '../../core/proposals/shown-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { macOf } from '../../platform/encryption/encryption';
import { inSlices } from '../../platform/in-slices';
import { readVariables, type Variables } from '../variables/read-variables';

const NONCE_BYTES = 6;

/** Returns what hides a workspace's secrets and what is typed into a document, with marks of this call alone. */
export async function hiddenIn(workspaceId: string, document: WorkflowDocument): Promise<HiddenValues> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  return new HiddenValues({ document, nonce, secrets: await secretsOf(workspaceId) });
}

export interface ShownDraft {
  /** With marks. */
  shown: WorkflowDocument;
  /** Knows the values of the marks. */
  hidden: HiddenValues;
}

/**
 * Shows a draft with marks that stay the same until it or a secret changes: an agent that read it earlier may
 * leave them where they stand.
 */
export async function shownDraft(
  { workspaceId, workflowId, version }: { workspaceId: string; workflowId: string; version: number },
  document: WorkflowDocument,
): Promise<ShownDraft> {
  const secrets = await secretsOf(workspaceId);
  const mac = macOf('marks for agents', JSON.stringify([workflowId, version, secrets]));
  const nonce = Buffer.from(mac, 'base64url').subarray(0, NONCE_BYTES).toString('hex');
  const hidden = new HiddenValues({ document, nonce, secrets });
  return { shown: await inSlices(shownDocument(document, hidden)), hidden };
}

/** Returns the values of secrets, of drafts and live versions, always in the same order. */
async function secretsOf(workspaceId: string): Promise<string[]> {
  const [draft, live] = await Promise.all([
    readVariables({ workspaceId, environment: 'draft' }),
    readVariables({ workspaceId, environment: 'live' }),
  ]);
  return [...new Set([draft, live].flatMap(secretValues))].toSorted();
}

const secretValues = ({ values, plain }: Variables): string[] =>
  [...values].flatMap(([name, value]) => (plain.has(name) ? [] : [value]));
