import type { OutboundClient } from '../outbound-http/contract';
import { KnownServers } from '../outbound-http/known-servers';
import type { ModelRequest } from './contract';

/** What a server takes of the wire format that its address claims. */
export interface ServerDialect {
  /** It streams its answers; else they are asked for, and come, whole. */
  streams: boolean;
  /** A stream may be asked to end with its tokens (`stream_options`). */
  countsStream: boolean;
  /** `max_completion_tokens` in the place of `max_tokens`. */
  namesCompletionTokens: boolean;
  /** It can be asked for JSON of a schema; else the schema is put into words. */
  takesSchema: boolean;
}

type Deviations = Partial<ServerDialect>;

const known = new KnownServers<Deviations>();

/** What the server of a request is known to take. */
export function knownDialect(request: ModelRequest, http: OutboundClient): ServerDialect {
  const { baseUrl, streams } = request;
  const deviations = known.get(http, keyOf(request)) ?? {};
  return {
    streams: streams && (deviations.streams ?? true),
    countsStream: deviations.countsStream ?? true,
    // OpenAI's newer models refuse the name that all other servers know.
    namesCompletionTokens: deviations.namesCompletionTokens ?? new URL(baseUrl).hostname === 'api.openai.com',
    takesSchema: deviations.takesSchema ?? true,
  };
}

/** So that the next question is put right at once. */
export function rememberDialect(request: ModelRequest, http: OutboundClient, changed: Deviations): void {
  const key = keyOf(request);
  known.set(http, key, { ...known.get(http, key), ...changed });
}

const keyOf = ({ provider, baseUrl, model }: ModelRequest): string =>
  JSON.stringify([provider, baseUrl, model]);

/** The beginning of what a server answered in the place of an answer of a model. */
export interface ServerRefusal {
  status: number;
  words: string;
}

/** A name that a server doesn't know, or a value that it doesn't take. */
const UNKNOWN = /unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|extra|not permitted/i;
const REFUSED = /can ?not|can't|not (?:be )?(?:allow|avail|implement)|unavailable|invalid|verified|disable/i;
const NAMES_TOKENS = /max_tokens|max_completion_tokens/;
const NAMES_SCHEMA = /response_?format|response_?schema|json_?schema|structured output/i;

/**
 * What to put otherwise after a refusal that says so, each once; null when nothing of it does. `changed`:
 * what was put otherwise already.
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
