import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { graphOf as randomDocument } from '../engine/testing/random-graph';
import { runTelling, tellingDefinitions, tellingPart } from '../engine/testing/random-runs';
import { graphOf } from '../workflow/graph';
import { readBlockSteps } from '../workflow/read-blocks';
import { atOnce } from '../workflow/steps';
import { possiblePaths } from './possible-paths';

const GRAPHS = Number(process.env.GRAPHS ?? 100);

test(
  'every run whose failures are handled takes one of the possible paths',
  async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(tellingPart(1), { minLength: 1, maxLength: 5 }), async (parts) => {
        const { document } = randomDocument(parts);
        const { error, statuses } = await runTelling(document);
        const graph = graphOf(document);
        const read = atOnce(readBlockSteps(graph, tellingDefinitions, new WeakMap()));
        const outer = Object.values(document.blocks).filter(({ parentId }) => parentId === undefined);
        const within = new Set(outer.map(({ id }) => id));
        const paths = possiblePaths({ graph, read, within, entries: new Set(['start']) });
        if (error !== null || paths === null) return;
        compared += 1;
        const enabled = outer.filter((block) => block.enabled).map(({ id }) => id);
        const ways = paths.map(({ reached }) => enabled.filter((id) => reached.has(id)));
        expect(ways).toContainEqual(enabled.filter((id) => statuses[id] !== 'skipped'));
      }),
      { numRuns: GRAPHS },
    );
    expect(compared).toBeGreaterThan(GRAPHS / 5);
  },
  patient(600_000),
);
