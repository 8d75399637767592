import fc from 'fast-check';
import type { BlockDefinition, BlockResult } from '../../blocks/block';
import type { WaitEnd } from '../../blocks/outside-work';
import type { WorkflowDocument } from '../../workflow/schema';
import type { OutsideWait } from '../ports';
import { linkOf } from './plain-interpreter';
import { type Doing, definitions, type Extras, run } from './probe-workflow';
import type { Kind, Part } from './random-graph';

const PORTS = ['out', 'out', 'out', 'error', 'other', 'expired', 'waiting'] as const;
const LEAVES: readonly Kind[] = ['probe', 'probe', 'probe', 'wait'];
const PLAIN = ['echo', 'echo', 'echo', 'fail', 'branch'];

/** @param depth how deep containers and called workflows may be nested */
export const part = (depth: number, does: readonly string[] = PLAIN): fc.Arbitrary<Part> =>
  fc.record({
    kind: fc.constantFrom(...LEAVES, ...(depth === 0 ? [] : (['loop', 'parallel', 'workflow'] as const))),
    does: fc.constantFrom(...does),
    enabled: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    count: fc.integer({ min: 0, max: 3 }),
    onError: fc.constantFrom('stop', 'collect'),
    concurrency: fc.constantFrom(1, 2, 5),
    wait: fc.record({
      kind: fc.constantFrom('duration', 'callback', 'approval'),
      end: fc.constantFrom('well', 'well', 'badly', 'never'),
    }),
    from: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.constantFrom(...PORTS)), { maxLength: 3 }),
    inside: depth === 0 ? fc.constant([]) : fc.array(part(depth - 1, does), { maxLength: 4 }),
  }) as fc.Arbitrary<Part>;

/** Ends a wait as its title says. */
export function endOfWait({ step, form }: OutsideWait): WaitEnd {
  if (form === null || form.title === 'never') return { how: 'due' };
  const decision = form.kind === 'callback' ? null : form.title === 'well' ? 'approved' : 'rejected';
  return { how: 'answered', decision, data: { step }, answeredMs: 0 };
}

/** Parts whose failures may also let the run go on. */
export const tellingPart = (depth: number) => part(depth, [...PLAIN, 'fail softly']);

const probe = definitions.get('probe') as BlockDefinition;

/** Like all real blocks, these probes can be asked for the port that an output means. */
export const tellingDefinitions = new Map(definitions).set('probe', {
  ...probe,
  branchTaken: ({ value }) => (String(value).startsWith('other') ? 'other' : null),
});

const broken = (continuable: boolean): BlockResult => {
  const error = { code: 'BROKEN', message: 'It broke.' };
  return { ok: false, error, output: { value: null, error }, continuable };
};

const doings: Record<string, Doing> = {
  branch: (_, value) => ({ ok: true, output: { value: `other ${value}` }, branch: 'other' }),
  fail: () => broken(false),
  'fail softly': () => broken(true),
};

/** Runs such probes to the end of each path; waits end at once, and called workflows succeed. */
export const runTelling = (document: WorkflowDocument, { ports, request }: Extras = {}) =>
  run(document, {
    doings,
    request: { parallelFailure: 'collect', ...request },
    ports: {
      wait: async (wait) => ({
        startedMs: 0,
        dueMs: wait.dueMs,
        links: wait.form && { url: linkOf(wait.step), callbackUrl: linkOf(wait.step) },
        ended: Promise.resolve(endOfWait(wait)),
      }),
      callWorkflow: async ({ step }) => ({ executionId: step, status: 'success', output: null, error: null }),
      ...ports,
    },
  });
