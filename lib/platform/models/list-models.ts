import type { OutboundClient, OutboundResponse } from '../outbound-http/contract';
import { isJsonObject } from '../text/exact-number';
import type { ModelProvider } from './contract';

export interface ModelServer {
  provider: ModelProvider;
  /** The base URL without a trailing slash. */
  baseUrl: string;
  /** The API key; if empty, none is sent. */
  apiKey: string;
}

export type ListedModels = { ok: true; names: string[] } | { ok: false; message: string };

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;
const MOST_MODELS = 1_000;
const MOST_CHARACTERS = 200;

/** Returns the models that a server lists; never throws for the server's failures. */
export async function askForModels(
  http: OutboundClient,
  server: ModelServer,
  signal: AbortSignal,
): Promise<ListedModels> {
  const { response, error } = await http.request(
    { method: 'GET', url: addressOf(server), headers: headersOf(server), body: null },
    {
      signal,
      attemptTimeoutMs: TIMEOUT_MS,
      totalTimeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      retry: { when: 'never', max: 0 },
    },
  );
  if (response === null) return { ok: false, message: error?.message ?? 'The server did not answer.' };
  if (response.status >= 400) return { ok: false, message: refusalWords(response.status) };
  const names = namesIn(response);
  return names === null
    ? { ok: false, message: 'The server’s answer is no list of models: check the base URL.' }
    : { ok: true, names };
}

function addressOf({ provider, baseUrl }: ModelServer): string {
  const query = { openai: '', anthropic: `?limit=${MOST_MODELS}`, google: `?pageSize=${MOST_MODELS}` };
  return `${baseUrl}/models${query[provider]}`;
}

function headersOf({ provider, apiKey }: ModelServer): Array<[string, string]> {
  if (provider === 'anthropic')
    return [
      ['x-api-key', apiKey],
      ['anthropic-version', '2023-06-01'],
    ];
  if (apiKey === '') return [];
  return provider === 'google' ? [['x-goog-api-key', apiKey]] : [['Authorization', `Bearer ${apiKey}`]];
}

function refusalWords(status: number): string {
  if (status === 401 || status === 403) return `The server refused the API key (${status}).`;
  if (status === 404) return 'The server has no list of its models (404): type the name.';
  return `The server returned ${status}.`;
}

/** Returns the names in a list of models; null if the body is no such list. */
function namesIn({ body }: Pick<OutboundResponse, 'body'>): string[] | null {
  const read = parsed(body.toString('utf8'));
  const list = isJsonObject(read) ? (read.data ?? read.models) : read;
  if (!Array.isArray(list)) return null;
  const names = list.flatMap((model: unknown) => {
    if (!isJsonObject(model) || !canAnswer(model)) return [];
    const name = String(model.id ?? model.name ?? '').replace(/^models\//, '');
    return name === '' || name.length > MOST_CHARACTERS ? [] : [name];
  });
  return [...new Set(names)].sort().slice(0, MOST_MODELS);
}

/** Returns true for models that generate text; Google also lists those that only count or embed. */
function canAnswer({ supportedGenerationMethods: methods }: Record<string, unknown>): boolean {
  return !Array.isArray(methods) || methods.includes('generateContent');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports that it is no list.
    return null;
  }
}
