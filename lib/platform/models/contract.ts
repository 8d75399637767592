import type { OutboundAttempt, OutboundClient } from '../outbound-http/contract';

/** Wire formats; most other servers use `openai` too. */
export const MODEL_PROVIDERS = ['openai', 'anthropic', 'google'] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The base URL of each provider itself. */
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
  /** The schema of an object. */
  parameters: JsonSchema;
}

export interface ModelToolCall {
  id: string;
  name: string;
  /** The input as the model wrote it, which may not be valid JSON. */
  input: string;
}

/** A model's answer, to be sent back with the next question. */
export interface ModelTurn {
  /** The answer without the thoughts in front of it. */
  text: string;
  /** Thoughts at the start of the text; absent when there were none. */
  thinking?: string;
  toolCalls: readonly ModelToolCall[];
  /** Opaque data of the provider. */
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
  /** Requests JSON of this schema; the provider is asked to enforce it. */
  outputSchema?: JsonSchema;
  /** The same as part of the instructions, for a model whose server can't enforce a schema. */
  schemaWords?: string;
  temperature?: number;
  maxOutputTokens?: number;
  /** If false, the answer is requested whole, as it is from a server that can't stream. */
  streams: boolean;
  /** If true, marks the cacheable parts, where a provider requires marks. */
  cachesPrompt: boolean;
}

export interface ModelCallOptions {
  http: OutboundClient;
  signal: AbortSignal;
  /** Identifies this question; the same on each of its attempts. */
  idempotencyKey: string;
  totalTimeoutMs: number;
  idleTimeoutMs: number;
  maxRetries: number;
  /** Called as an answer begins, on each attempt; the returned function gets the text as it arrives. */
  onAnswer?: () => (text: string) => void;
}

/** Tokens by price class; `input` was neither read from nor written to a cache. */
export interface TokenUsage {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

export type ModelFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

export interface ModelFailure {
  /** The outbound client's code, or `MODEL_…`; stable. */
  code: string;
  message: string;
  phase: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

interface ModelFindings {
  /** Null when the provider reported none. */
  usage: TokenUsage | null;
  attempts: OutboundAttempt[];
}

export type ModelAnswer =
  | (ModelFindings & { ok: true; turn: ModelTurn; finishReason: ModelFinishReason; warnings: string[] })
  | (ModelFindings & { ok: false; error: ModelFailure });

/** Prices in USD. `source`: the table and its version. */
export interface ModelPrice {
  input: number;
  output: number;
  total: number;
  source: string;
}

export interface ModelClient {
  /** Returns one answer, read to its end. Never throws for a provider's failure. */
  ask(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>;
  /** Returns the price of tokens; null for a model without a known price. */
  price(
    model: Pick<ModelRequest, 'provider' | 'baseUrl' | 'model'>,
    usage: TokenUsage,
  ): Promise<ModelPrice | null>;
}
