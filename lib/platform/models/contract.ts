import type { OutboundAttempt, OutboundClient } from '../outbound-http/contract';

/** Wire formats; `openai` is what most other servers speak too. */
export const MODEL_PROVIDERS = ['openai', 'anthropic', 'google'] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** Where each provider itself is. */
export const PROVIDER_URLS: Readonly<Record<ModelProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** JSON Schema of draft 7 and later, as authored. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ModelTool {
  name: string;
  description: string;
  /** Of an object. */
  parameters: JsonSchema;
}

export interface ModelToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it, which may be none. */
  input: string;
}

/** What a model said, to be handed back with the next question. */
export interface ModelTurn {
  /** Without thoughts in front of it. */
  text: string;
  /** Thoughts that the text began with; absent when it had none. */
  thinking?: string;
  toolCalls: readonly ModelToolCall[];
  /** Of the provider's own, not to be looked into. */
  state: unknown;
}

export interface ToolResult {
  callId: string;
  name: string;
  text: string;
  failed: boolean;
}

export type ModelMessage =
  | { role: 'system' | 'user'; text: string }
  | { role: 'model'; turn: ModelTurn }
  | { role: 'tools'; results: readonly ToolResult[] };

export interface ModelRequest {
  provider: ModelProvider;
  baseUrl: string;
  apiKey: string;
  model: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  /** The answer is to be JSON of this schema; the provider is asked to see to it. */
  outputSchema?: JsonSchema;
  /** The same for a model whose server can't be asked for that: part of the instructions. */
  schemaWords?: string;
  temperature?: number;
  maxOutputTokens?: number;
  /** Off: the answer is asked for whole. A server that can't stream is asked for that anyway. */
  streams: boolean;
  /** Marks what may be cached, where a provider wants it marked. */
  cachesPrompt: boolean;
}

export interface ModelCallOptions {
  http: OutboundClient;
  signal: AbortSignal;
  /** Of this question alone, the same on each of its attempts. */
  idempotencyKey: string;
  totalTimeoutMs: number;
  idleTimeoutMs: number;
  maxRetries: number;
  /** Called as an answer begins, on each attempt; what it gives takes the text as it comes. */
  onAnswer?: () => (text: string) => void;
}

/** Tokens by what they cost; `input` is what was neither read from nor written to a cache. */
export interface TokenUsage {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

export type ModelFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

export interface ModelFailure {
  /** Of the outbound client, or `MODEL_…`; stable. */
  code: string;
  message: string;
  phase: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

interface ModelFindings {
  /** Null when the provider told none. */
  usage: TokenUsage | null;
  attempts: OutboundAttempt[];
}

export type ModelAnswer =
  | (ModelFindings & { ok: true; turn: ModelTurn; finishReason: ModelFinishReason; warnings: string[] })
  | (ModelFindings & { ok: false; error: ModelFailure });

/** In USD. `source`: the table and its version. */
export interface ModelPrice {
  input: number;
  output: number;
  total: number;
  source: string;
}

export interface ModelClient {
  /** One answer, read to its end. Never throws for what a provider does. */
  ask(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>;
  /** What tokens cost; null for a model without a known price. */
  price(
    model: Pick<ModelRequest, 'provider' | 'baseUrl' | 'model'>,
    usage: TokenUsage,
  ): Promise<ModelPrice | null>;
}
