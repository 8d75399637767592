import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { type Actor, requireRole } from '../access/actor';
import { type RemoteDocument, readRemoteDocument } from './read-remote-document';

export interface FetchDocument {
  workspaceId: string;
  url: string;
}

/**
 * Fetches a document that an author wants to import from its URL. @throws AppError forbidden,
 * invalid_request
 */
export async function fetchDocument(
  actor: Actor,
  { workspaceId, url }: FetchDocument,
  signal: AbortSignal,
): Promise<{ data: RemoteDocument }> {
  requireRole(actor, workspaceId, 'writer');
  return { data: await readRemoteDocument(outboundClient(), url, { signal }) };
}
