import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { groupedBy } from '../../platform/grouped-by';
import type { CompiledBlock } from '../engine/compile-block';
import { compileWorkflow } from '../engine/compile-workflow';
import { graphOf } from '../engine/testing/random-graph';
import { runTelling, tellingDefinitions, tellingPart } from '../engine/testing/random-runs';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { portAfterRecorded, portsTaken } from './exits';
import { followPath } from './follow-path';
import { before, behind } from './reach';

const GRAPHS = Number(process.env.GRAPHS ?? 150);

/** Follows what the log tells of one pass, and expects to come to the blocks that ran in it. */
function expectWalked(blocks: readonly CompiledBlock[], spans: readonly TraceSpan[]): void {
  const byId = new Map(spans.map((span) => [span.blockId, span]));
  const reached = followPath(blocks, {
    begins: () => true,
    portsTaken: (block) => {
      const span = byId.get(block.id)!;
      const branchTaken = tellingDefinitions.get(block.type)?.branchTaken;
      const port = portAfterRecorded(block, span, { enabled: block.enabled, branchTaken });
      return portsTaken(port, span.status === 'success' ? block.earlyPort : null);
    },
  });
  const enabled = blocks.filter((block) => block.enabled);
  const ran = enabled.filter(({ id }) => byId.get(id)?.status !== 'skipped');
  expect(enabled.filter((block) => reached.has(block)).map(({ id }) => id)).toEqual(ran.map(({ id }) => id));
  for (const { id, members } of ran) {
    if (members === null) continue;
    const children = byId.get(id)!.children.filter((span) => !isPart(span));
    for (const inside of groupedBy(children, ({ iteration }) => iteration).values())
      expectWalked(members.blocks, inside);
  }
}

test(
  'the walk comes to the blocks that the engine runs, in containers too',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tellingPart(2), { minLength: 1, maxLength: 6 }), async (parts) => {
        const { document } = graphOf(parts);
        const { traceSpans } = await runTelling(document);
        expectWalked(compileWorkflow(document, tellingDefinitions).blocks, traceSpans);
      }),
      { numRuns: GRAPHS },
    );
  },
  patient(1_200_000),
);

test('a block is behind another if that one is before it, and so is what is behind it', () => {
  fc.assert(
    fc.property(fc.array(tellingPart(1), { minLength: 1, maxLength: 8 }), (parts) => {
      const { blocks } = compileWorkflow(graphOf(parts).document, tellingDefinitions);
      for (const one of blocks) {
        const later = behind(blocks, one);
        for (const other of blocks) {
          expect(before(blocks, other).has(one)).toBe(later.has(other));
          if (!later.has(other)) continue;
          for (const next of behind(blocks, other)) expect(later).toContain(next);
        }
      }
    }),
  );
});
