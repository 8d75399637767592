import { blockDefinitions } from '../../../core/blocks/registry/definitions';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { readUrl } from '../../../platform/read-url';
import {
  type Attributes,
  keyValues,
  nanosOf,
  type OtlpEvent,
  SPAN_KIND,
} from '../../../platform/telemetry/otlp';

const MAX_EVENTS = 64;

/** Part spans of a block that asks models have these types (`BlockPart`). */
const PARTS = { model: 'chat', tool: 'execute_tool' } as const;
const isPartType = (type: string): type is keyof typeof PARTS => Object.hasOwn(PARTS, type);

/** A request and a model's answer leave the process; everything else happens in it. */
export function kindOfSpan({ type }: TraceSpan): number {
  const { request, models } = blockDefinitions.get(type)?.outsideWork ?? {};
  return request !== undefined || models === true || type === 'model' ? SPAN_KIND.client : SPAN_KIND.internal;
}

/** The attributes of a span of the log: ours, and those of the semantic conventions for HTTP and GenAI. */
export function blockAttributes(span: TraceSpan): Attributes {
  const { blockId, type, status, iteration, error, cost, tokens, pinned } = span;
  return {
    'millrace.block.id': blockId,
    'millrace.block.type': type,
    'millrace.block.name': span.name,
    'millrace.block.status': status,
    'millrace.block.iteration': iteration,
    'millrace.block.pinned': pinned,
    'millrace.cost_usd': typeof cost === 'number' ? { double: cost } : undefined,
    'error.type': error?.code,
    ...httpAttributes(span),
    ...modelAttributes(span),
    'gen_ai.usage.input_tokens': tokens?.prompt,
    'gen_ai.usage.output_tokens': tokens?.completion,
    'gen_ai.usage.cache_read.input_tokens': tokens?.cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': tokens?.cacheWrite,
  };
}

/** The URL stands without its query, in which values and names of people are more often than keys. */
function httpAttributes({ type, input, output, attempts = [] }: TraceSpan): Attributes {
  const outputs = blockDefinitions.get(type)?.outsideWork?.request?.outputs;
  if (outputs === undefined) return {};
  const { method, url } = Object(input) as { method?: unknown; url?: unknown };
  const parsed = typeof url === 'string' ? readUrl(url) : null;
  const status = Object(output)[outputs.status] as unknown;
  return {
    'http.request.method': typeof method === 'string' ? method : undefined,
    'url.full': parsed === null ? undefined : `${parsed.origin}${parsed.pathname}`,
    'server.address': parsed?.hostname,
    'server.port':
      parsed === null ? undefined : Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80)),
    'http.response.status_code': typeof status === 'number' ? status : undefined,
    'http.request.resend_count': attempts.length > 1 ? attempts.length - 1 : undefined,
  };
}

function modelAttributes({ type, name, model, input }: TraceSpan): Attributes {
  const asksModels = blockDefinitions.get(type)?.outsideWork?.models === true;
  if (!asksModels && !isPartType(type)) return {};
  const { provider } = Object(input) as { provider?: unknown };
  const { kind } = Object(provider) as { kind?: unknown };
  return {
    'gen_ai.operation.name': isPartType(type) ? PARTS[type] : 'invoke_agent',
    'gen_ai.provider.name': typeof kind === 'string' ? kind : undefined,
    'gen_ai.request.model': model,
    'gen_ai.agent.name': asksModels ? name : undefined,
    'gen_ai.tool.name': type === 'tool' ? name : undefined,
  };
}

/** Attempts with the waits after them, redirects and warnings, at most 64. */
export function blockEvents(span: TraceSpan): OtlpEvent[] {
  const { attempts = [], redirects = [], warnings = [], startTime, endTime } = span;
  const end = nanosOf(Date.parse(endTime));
  return [
    ...attempts.slice(0, MAX_EVENTS).map((attempt) => ({
      timeUnixNano: nanosOf(Date.parse(attempt.startedAt)),
      name: 'attempt',
      attributes: keyValues({
        'http.response.status_code': attempt.status,
        'error.type': attempt.code,
        'millrace.attempt.duration_ms': { double: attempt.durationMs },
        'millrace.attempt.wait_ms': { double: attempt.waitMs },
      }),
    })),
    ...redirects.slice(0, MAX_EVENTS).map(({ status }) => ({
      timeUnixNano: nanosOf(Date.parse(startTime)),
      name: 'redirect',
      attributes: keyValues({ 'http.response.status_code': status }),
    })),
    ...warnings.slice(0, MAX_EVENTS).map((message) => ({
      timeUnixNano: end,
      name: 'warning',
      attributes: keyValues({ message }),
    })),
  ].slice(0, MAX_EVENTS);
}
