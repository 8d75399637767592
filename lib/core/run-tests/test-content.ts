import { z } from 'zod';
import { TraceSpan } from '../engine/trace-span';
import type { RecordedRun } from '../replay/recorded-run';
import { Expected } from './expected';

const MOST_SPANS = 20_000;
const MOST_DRAWS = 20_000;
const MOST_VARIABLES = 1_000;
/** Room for the path of iterations that a block may be in. */
const MAX_SEED_CHARACTERS = 2_000;
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Not the name of a variable.');
/** At least the 16 bytes that the sandbox reads, in base64url. */
const Drawn = z.string().regex(/^[A-Za-z0-9_-]{22,100}$/, 'Not the bytes of a random number.');

const RunError = z.looseObject({
  code: z.string(),
  message: z.string(),
  blockId: z.string().optional(),
  blockName: z.string().optional(),
});

/** A recorded run as far as a replay needs it. Secrets are `{{NAME}}`, as in its log. */
export const KeptRun = z
  .strictObject({
    executionId: z.string().max(100),
    error: RunError.nullable().meta({ examples: [null] }),
    spans: z
      .array(TraceSpan)
      .max(MOST_SPANS)
      .refine((spans) => areSound(spans), 'Each span needs its times, and there may be 20,000 of them.'),
    draws: z
      .record(z.string().max(MAX_SEED_CHARACTERS), Drawn)
      .refine((draws) => Object.keys(draws).length <= MOST_DRAWS, 'At most 20,000 random numbers.')
      .meta({
        description: 'The random bytes of code, by the place in the run that draws them.',
        examples: [{ '019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10.draw.0.0': 'Jm2kXn0uQ7dR4tYwZ8sB1g' }],
      }),
    variables: z
      .array(VariableName)
      .max(MOST_VARIABLES, `At most ${MOST_VARIABLES} names of variables.`)
      .optional()
      .meta({
        description: 'Secret variables that the run had. Their names stand for them where there are none.',
        examples: [['TOKEN']],
      }),
    environment: z
      .enum(['draft', 'live'])
      .optional()
      .meta({
        description: 'Of the run: plain variables have its values. By default that of the tested version.',
        examples: ['live'],
      }),
  })
  .meta({ id: 'KeptRun' });
export type KeptRun = z.infer<typeof KeptRun>;

/** All of a test but its name, tags and rules. */
export interface TestContent {
  kept: KeptRun;
  expected: Expected;
}
export const TestContent = z.strictObject({ kept: KeptRun, expected: Expected });

/** Without recursion, because what comes as a file may be nested as deeply as JSON may. */
function areSound(spans: readonly TraceSpan[]): boolean {
  const open = [...spans];
  for (let seen = 0; open.length > 0; seen += 1) {
    const span = open.pop() as TraceSpan;
    if (seen >= MOST_SPANS) return false;
    if (Number.isNaN(Date.parse(span.startTime)) || Number.isNaN(Date.parse(span.endTime))) return false;
    for (const child of span.children) open.push(child);
  }
  return true;
}

/** Returns the record that a replay takes. */
export const recordOf = ({ executionId, spans, error }: KeptRun): RecordedRun => ({
  executionId,
  spans,
  wholes: new Map(),
  output: null,
  error,
});
