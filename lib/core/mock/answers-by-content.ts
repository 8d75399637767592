import type { OutsideWork } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { TraceSpan } from '../engine/trace-span';
import type { RecordedRun } from '../replay/recorded-run';
import type { SentRequest } from '../run-tests/expected';
import { asJson, flatSpans, sentBy } from '../run-tests/result-of';
import { matchesRecord } from './match-exchange';

interface Known {
  span: TraceSpan;
  /** Complete. */
  output: unknown;
  request: unknown;
}

/** Parts of a request that are not compared: credentials, and what servers rarely answer by. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['auth', 'headers']);

/** The recorded answers of a run, found by what was sent for them. */
export class AnswersByContent {
  readonly #known: Known[];
  readonly #used = new Set<Known>();

  /** `sent`: what each step sent, where the spans don't tell; by default their inputs do. */
  constructor(
    { spans, wholes }: Pick<RecordedRun, 'spans' | 'wholes'>,
    definitions: BlockDefinitions,
    sent?: readonly SentRequest[],
  ) {
    const byStep = sent && new Map(sent.map(({ step, request }) => [step, request]));
    this.#known = flatSpans(spans).flatMap((span) => {
      const request = byStep ? byStep.get(span.id) : sentBy(span, definitions);
      return request === undefined ? [] : [{ span, output: wholes.get(span.id) ?? span.output, request }];
    });
  }

  /**
   * Returns the answer to what a step sends; null if none is recorded. Of several equal requests that of the same step
   * comes first, then the others in their order, then the last one again.
   */
  take(
    { type, step, work }: { type: string; step: string; work: OutsideWork },
    config: Readonly<Record<string, unknown>>,
  ): Pick<Known, 'span' | 'output'> | null {
    const request = comparedOf(asJson(work.sent?.(config)));
    const matching = this.#known.filter(
      (known) => known.span.type === type && matchesRecord(comparedOf(known.request), request),
    );
    const unused = matching.filter((known) => !this.#used.has(known));
    const next = unused.find(({ span }) => span.id === step) ?? unused[0] ?? matching.at(-1);
    if (next === undefined) return null;
    this.#used.add(next);
    return next;
  }
}

const comparedOf = (request: unknown): unknown =>
  typeof request === 'object' && request !== null && !Array.isArray(request)
    ? Object.fromEntries(Object.entries(request).filter(([name]) => !NOT_COMPARED.has(name)))
    : request;
