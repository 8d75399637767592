import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { BlockOutput } from '../blocks/block';
import { compileWorkflow } from '../engine/compile-workflow';
import { notePartialRun } from '../engine/partial-run';
import { graphOf as randomDocument } from '../engine/testing/random-graph';
import { runTelling, tellingDefinitions, tellingPart } from '../engine/testing/random-runs';
import { graphOf, outermostAround } from '../workflow/graph';
import { planPartialRun } from './plan-partial-run';

const GRAPHS = Number(process.env.GRAPHS ?? 150);

test(
  'a run from a block comes to that block if it was planned, and was refused only where no run came to it',
  async () => {
    const seen = { planned: 0, elsewhere: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(tellingPart(1), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 1_000 }),
        async (parts, at) => {
          const { document } = randomDocument(parts);
          const ids = Object.keys(document.blocks).filter((id) => id !== 'start');
          const fromId = ids[at % ids.length]!;
          const outer = outermostAround(graphOf(document), fromId);
          const whole = await runTelling(document);
          const ran = whole.traceSpans.filter(({ status }) => status !== 'skipped');
          const planned = planPartialRun(
            compileWorkflow(document, tellingDefinitions),
            {
              fromId,
              untilId: undefined,
              pins: new Map(),
              outputs: new Map(ran.map(({ blockId, output }) => [blockId, output as BlockOutput])),
              pinsOnly: false,
              secretNames: new Set(),
            },
            tellingDefinitions,
          );
          if ('refusal' in planned) {
            if (!planned.refusal.includes('lead elsewhere')) return;
            seen.elsewhere += 1;
            expect(whole.statuses[outer]).toBe('skipped');
            return;
          }
          seen.planned += 1;
          const notes = planned.partial === null ? [] : [notePartialRun(planned.partial)];
          const { statuses } = await runTelling(document, { ports: { notes } });
          if (document.blocks[outer]?.enabled) expect(statuses[outer]).not.toBe('skipped');
        },
      ),
      { numRuns: GRAPHS },
    );
    expect(seen.planned).toBeGreaterThan(GRAPHS / 5);
    expect(seen.elsewhere).toBeGreaterThan(0);
  },
  patient(600_000),
);
