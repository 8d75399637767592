import { readUrl } from '@/lib/platform/read-url';
import { variableNotFound } from '../../core/references/read-variable';
import { type ModelProvider, PROVIDER_URLS } from '../../platform/models/contract';
import { askForModels } from '../../platform/models/list-models';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { trimCharacters } from '../../platform/text/trim-characters';
import { type Actor, requireRole } from '../access/actor';
import { textWithVariables } from '../variables/text-with-variables';

export interface ListModels {
  workspaceId: string;
  kind: ModelProvider;
  /** Empty for the provider's own. */
  baseUrl: string;
  apiKey: string;
}

interface Models {
  names: string[];
  problem: string | null;
}

const none = (problem: string): { data: Models } => ({ data: { names: [], problem } });

/** Returns the models of a provider, as its server lists them. @throws AppError forbidden */
export async function listModels(
  actor: Actor,
  { workspaceId, kind, ...given }: ListModels,
  signal: AbortSignal,
  http: OutboundClient = outboundClient(),
): Promise<{ data: Models }> {
  requireRole(actor, workspaceId, 'writer');
  const own = trimCharacters(given.baseUrl, ' /');
  const texts = { apiKey: given.apiKey.trim(), baseUrl: own === '' ? PROVIDER_URLS[kind] : own };
  const filled: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    if (text.includes('<')) return none('Known only in a run: the provider names an earlier block.');
    const read = await textWithVariables(text, { workspaceId, environment: 'draft' });
    if ('missing' in read) return none(variableNotFound(read.missing).message);
    filled[name] = read.value;
  }
  const { apiKey = '', baseUrl = '' } = filled;
  if (readUrl(baseUrl) === null) return none('This is not a base URL: begin it with https:// or http://.');
  const listed = await askForModels(http, { provider: kind, baseUrl, apiKey }, signal);
  return listed.ok ? { data: { names: listed.names, problem: null } } : none(listed.message);
}
