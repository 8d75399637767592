import { readUrl } from '@/lib/platform/read-url';
import { isPart, type TraceSpan } from '../../core/engine/trace-span';
import { waitedMs } from '../../core/engine/waiting-time';
import type { Cost } from '../logs/schema';

export type UsageKind = 'model' | 'host' | 'block';

/** A run's usage of one model, host or block. */
export interface Usage {
  kind: UsageKind;
  key: string;
  /** Runs that used a model, requests to a host, or executions of a block. */
  n: number;
  errors: number;
  durationMs: number;
  cost: number;
  promptTokens: number;
  completionTokens: number;
  name: string | null;
  type: string | null;
}

const MAX_KEY_LENGTH = 255;
const MAX_NAME_LENGTH = 200;
const FAILED_STATUS = 400;

/** True if a column and its index can hold the text. */
const isStorable = (text: string): boolean =>
  text.length > 0 && text.length <= MAX_KEY_LENGTH && !text.includes('\0');

const shown = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_NAME_LENGTH);

export function usageOfCost(cost: Partial<Cost>): Usage[] {
  return Object.entries(cost.models ?? {})
    .filter(([model]) => isStorable(model))
    .map(([key, { total = 0, tokens }]) => ({
      ...used('model', key),
      cost: total,
      promptTokens: tokens?.prompt ?? 0,
      completionTokens: tokens?.completion ?? 0,
    }));
}

/** Returns the blocks that ran, and the requests by host, each attempt counted. */
export function usageOfSpans(spans: readonly TraceSpan[]): Usage[] {
  const found: Usage[] = [];
  const visit = (span: TraceSpan): void => {
    if (!isPart(span) && span.status !== 'skipped' && isStorable(span.blockId)) found.push(blockUse(span));
    found.push(...requestsOf(span));
    for (const child of span.children ?? []) visit(child);
  };
  for (const span of spans) visit(span);
  return found;
}

const used = (kind: UsageKind, key: string): Usage => ({
  kind,
  key,
  n: 1,
  errors: 0,
  durationMs: 0,
  cost: 0,
  promptTokens: 0,
  completionTokens: 0,
  name: null,
  type: null,
});

const blockUse = (span: TraceSpan): Usage => ({
  ...used('block', span.blockId),
  errors: span.status === 'error' ? 1 : 0,
  // For a block that waits, or contains such blocks: the time in which something worked.
  durationMs: Math.max(0, span.durationMs - waitedMs([span])),
  name: shown(span.name),
  type: shown(span.type),
});

function requestsOf({ input, attempts = [] }: TraceSpan): Usage[] {
  if (attempts.length === 0 || typeof input !== 'object' || input === null || !('url' in input)) return [];
  const host = hostOf(input.url);
  if (host === null) return [];
  return attempts.map(({ status, code, durationMs }) => ({
    ...used('host', host),
    errors: code !== null || (status ?? 0) >= FAILED_STATUS ? 1 : 0,
    durationMs,
  }));
}

/** Returns null if the URL was masked, shortened or invalid. */
function hostOf(url: unknown): string | null {
  if (typeof url !== 'string') return null;
  const text = url.includes('://') ? url : `https://${url}`;
  const host = readUrl(text)?.host;
  return host !== undefined && isStorable(host) && !/[*{}]/.test(host) ? host : null;
}
