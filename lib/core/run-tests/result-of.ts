import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { isCut } from '../replay/compare-spans';
import { wasRefused } from '../replay/recorded-result';
import type { ReplayedRun } from '../replay/replay-run';
import type { Expected } from './expected';

/**
 * Returns what a replayed run gave, in the form of what is expected; steps have their names in the record.
 */
export function resultOf(
  { outcome, recordedStep }: Pick<ReplayedRun, 'outcome' | 'recordedStep'>,
  definitions: BlockDefinitions,
): Expected {
  const { status, error, loggedOutput, traceSpans } = outcome;
  const blockId = error?.blockId === undefined ? null : recordedStep(error.blockId);
  return {
    outcome: { status, error: error && { code: error.code, message: error.message, blockId } },
    output: asJson(loggedOutput),
    sent: flatSpans(traceSpans).flatMap((span) => {
      const request = sentBy(span, definitions);
      if (request === undefined || wasRefused(span)) return [];
      const { id, blockId: current, name: blockName } = span;
      return [{ step: recordedStep(id), blockId: recordedStep(current), blockName, request }];
    }),
  };
}

/** Returns what a span's block sends; undefined if it sends nothing, or didn't run to its end. */
export function sentBy({ type, status, input }: TraceSpan, definitions: BlockDefinitions): unknown {
  const sent = definitions.get(type)?.outsideWork?.sent;
  if (sent === undefined || status === 'skipped' || status === 'cancelled') return undefined;
  const isWhole = typeof input === 'object' && input !== null && !isCut(input);
  // A shortened input is compared by its beginning and size.
  return asJson(isWhole ? sent(input as Readonly<Record<string, unknown>>) : input);
}

/** Returns the spans of blocks, those in containers before their container. */
export function flatSpans(spans: readonly TraceSpan[]): TraceSpan[] {
  return spans.flatMap((span) => (isPart(span) ? [] : [...flatSpans(span.children), span]));
}

/** Returns a value as it is read again from a test that holds it. */
export const asJson = (value: unknown): unknown => parseExact(writeJson(value ?? null));
