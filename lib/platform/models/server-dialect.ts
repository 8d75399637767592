import type { OutboundClient } from '../outbound-http/contract';
import { KnownServers } from '../outbound-http/known-servers';
import type { ModelRequest } from './contract';

/** The features that a server supports of the wire format of its provider. */
export interface ServerDialect {
  /** True if it streams its answers; otherwise they are requested whole. */
  streams: boolean;
  /** True if a stream can end with its token counts (`stream_options`). */
  countsStream: boolean;
  /** True if it expects `max_completion_tokens` instead of `max_tokens`. */
  namesCompletionTokens: boolean;
  /** True if it accepts a JSON schema; otherwise the schema is put into words. */
  takesSchema: boolean;
}

type Deviations = Partial<ServerDialect>;

const known = new KnownServers<Deviations>();

/** Returns the features that the server of a request is known to support. */
export function knownDialect(request: ModelRequest, http: OutboundClient): ServerDialect {
  const { baseUrl, streams } = request;
  const deviations = known.get(http, keyOf(request)) ?? {};
  return {
    streams: streams && (deviations.streams ?? true),
    countsStream: deviations.countsStream ?? true,
    // OpenAI's newer models refuse the name that all other servers use.
    namesCompletionTokens: deviations.namesCompletionTokens ?? new URL(baseUrl).hostname === 'api.openai.com',
    takesSchema: deviations.takesSchema ?? true,
  };
}

/** Remembers the features, so that the next question is sent in the right form. */
export function rememberDialect(request: ModelRequest, http: OutboundClient, changed: Deviations): void {
  const key = keyOf(request);
  known.set(http, key, { ...known.get(http, key), ...changed });
}

const keyOf = ({ provider, baseUrl, model }: ModelRequest): string =>
  JSON.stringify([provider, baseUrl, model]);

/** The beginning of a server's error response. */
export interface ServerRefusal {
  status: number;
  words: string;
}

/** Words about a name that a server doesn't know, or a value that it refuses. */
const UNKNOWN = /unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|extra|not permitted/i;
const REFUSED = /can ?not|can't|not (?:be )?(?:allow|avail|implement)|unavailable|invalid|verified|disable/i;
const NAMES_TOKENS = /max_tokens|max_completion_tokens/;
const NAMES_SCHEMA = /response_?format|response_?schema|json_?schema|structured output/i;

/**
 * Returns the next feature to change after a refusal that names it, each once; null if it names none.
 * `changed`: the features changed already.
 */
export function nextDeviation(
  { status, words }: ServerRefusal,
  dialect: ServerDialect,
  request: ModelRequest,
  changed: Deviations,
): Deviations | null {
  if (status < 400 || [401, 403, 429].includes(status)) return null;
  const isUnknown = UNKNOWN.test(words);
  if (!isUnknown && !REFUSED.test(words)) return null;
  const isOpenAi = request.provider === 'openai';
  const candidates: Array<[isMeant: boolean, Deviations]> = [
    [
      isOpenAi && isUnknown && request.maxOutputTokens !== undefined && NAMES_TOKENS.test(words),
      { namesCompletionTokens: !dialect.namesCompletionTokens },
    ],
    [isOpenAi && dialect.streams && /stream_options|include_usage/.test(words), { countsStream: false }],
    [
      dialect.takesSchema && request.outputSchema !== undefined && NAMES_SCHEMA.test(words),
      { takesSchema: false },
    ],
    [dialect.streams && /\bstream(?:ing|ed)?\b/i.test(words), { streams: false }],
  ];
  const isNew = (deviation: Deviations) => !Object.keys(deviation).some((member) => member in changed);
  return candidates.find(([isMeant, deviation]) => isMeant && isNew(deviation))?.[1] ?? null;
}
