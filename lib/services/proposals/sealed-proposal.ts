import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, type SealedStore } from '../../platform/encryption/reseal';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';

const contextOf = (proposalId: string): string => `proposal ${proposalId}`;

/** What a proposal keeps: the draft as it was, and as it would be. */
interface ProposedDocuments {
  base: WorkflowDocument;
  document: WorkflowDocument;
}

interface SealedProposal {
  sealed: Uint8Array<ArrayBuffer>;
  /** Of the JSON. */
  bytes: number;
}

/** Compresses off the event loop: both documents are nearly the same. */
export async function sealProposal(
  proposalId: string,
  documents: ProposedDocuments,
): Promise<SealedProposal> {
  const json = writeJson(documents);
  const packed = await promisify(gzip)(json);
  const sealed = new Uint8Array(seal(packed.toString('base64'), contextOf(proposalId)));
  return { sealed, bytes: Buffer.byteLength(json) };
}

export async function openProposal(proposalId: string, sealed: Uint8Array): Promise<ProposedDocuments> {
  const packed = Buffer.from(open(sealed, contextOf(proposalId)), 'base64');
  return parseExact((await promisify(gunzip)(packed)).toString()) as ProposedDocuments;
}

/** Read in small batches: each may be half a megabyte. */
export const proposalStore: SealedStore = {
  name: 'proposals',
  select: `SELECT id AS a, '' AS b, '' AS c, sealed FROM workflow_proposal
    WHERE ${keyIdOf('sealed')} = $1 ORDER BY 1 OFFSET $2 LIMIT 20`,
  update: `UPDATE workflow_proposal SET sealed = $5
    WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND sealed = $4`,
  context: ({ a }) => contextOf(a),
};
