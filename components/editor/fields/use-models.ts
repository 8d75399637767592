import { useQuery } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { MODEL_PROVIDERS } from '@/lib/platform/models/contract';
import { listModelsEndpoint } from '@/lib/services/models/endpoints';
import { errorWords } from '../../page/error-words';
import { useEditor } from '../store/editor-context';
import { useSetting } from '../store/use-setting';
import { fieldText } from './field-props';

const STALE_MS = 10 * 60_000;

/**
 * Fetches the models that a provider's server lists. No request is sent before the user is in the field,
 * nor without a key or an address.
 */
export function useModels(blockId: string, providerField: string | undefined, isThere: boolean) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const readOnly = useEditor((state) => state.readOnly);
  const given = Object(useSetting(blockId, providerField)) as Record<string, unknown>;
  const body = {
    kind: MODEL_PROVIDERS.find((kind) => kind === given.kind) ?? 'openai',
    baseUrl: fieldText(given.baseUrl),
    apiKey: fieldText(given.apiKey),
  };
  // The key of a connection stays on the server, so its provider isn't asked from here.
  const hasConnection = fieldText(given.connectionId) !== '';
  const isSet = !hasConnection && (body.baseUrl.trim() !== '' || body.apiKey.trim() !== '');
  const { data, error } = useQuery({
    queryKey: ['workspace', workspaceId, 'models', body],
    queryFn: ({ signal }) => client.call(listModelsEndpoint, { params: { workspaceId }, body }, { signal }),
    enabled: providerField !== undefined && isThere && isSet && !readOnly,
    staleTime: STALE_MS,
    retry: false,
    meta: { quiet: true },
  });
  return {
    names: data?.data.names ?? NONE,
    problem: error === null ? (data?.data.problem ?? null) : errorWords(error),
  };
}

const NONE: readonly string[] = [];
