import { expect, test } from 'vitest';
import { applyUpdate, Doc } from 'yjs';
import { SMALL_DOCUMENT } from '../workflow/example-document';
import { WorkflowDocument } from '../workflow/schema';
import { guardIntegration, StepBudget, TooManySteps } from './guard-integration';
import { newSharedDocument, openSharedDocument, type SharedDocument } from './shared-document';
import {
  blocksOfOneName,
  edgesInACircle,
  FOREIGN_PARTS,
  insertsAtOnePlace,
  invalidEdges,
  nestedMaps,
  updateOf,
} from './testing/hostile-updates';
import { randomChange, randomDocument, randomNumbers } from './testing/random-changes';
import { RefusedUpdate } from './update-limits';

const document = WorkflowDocument.parse(SMALL_DOCUMENT);
const state = newSharedDocument({ name: 'Flow', document }).state();
const STEPS = 500_000;

function apply(
  updates: Uint8Array | Uint8Array[],
  steps = STEPS,
): { shared: SharedDocument; budget: StepBudget } {
  const shared = openSharedDocument([state]);
  const budget = new StepBudget();
  budget.allow(steps);
  shared.applyUnchecked([updates].flat(), (work) => guardIntegration(budget, work));
  return { shared, budget };
}

test('what lies where no workflow has anything is refused', () => {
  for (const [what, write] of Object.entries(FOREIGN_PARTS))
    expect(() => apply(updateOf(state, write)), what).toThrow(RefusedUpdate);
});

test('more blocks, connections and groups than a workflow has are refused before they are put right', () => {
  expect(() => apply(blocksOfOneName(state, 2_001))).toThrow(/At most 2,000 blocks/);
  expect(() => apply(edgesInACircle(state, ['start', 'greeting'], 5_000))).toThrow(
    /At most 5,000 connections/,
  );
  expect(() => apply(invalidEdges(state, 5_001))).toThrow(/At most 5,000 connections/);
  expect(() => apply(invalidEdges(state, 50))).toThrow(/not valid/);
});

test('types within types end at a limit', () => {
  expect(() => apply(nestedMaps(state, 2_000))).toThrow(/500 levels/);
});

test('parts that many authors put at one place are refused before Yjs compares them', () => {
  const update = insertsAtOnePlace(state, 'greeting', 10_000);
  expect(() => apply(update)).toThrow(TooManySteps);
  // 250,000 comparisons are as many as two people make who each edit one place 500 times while offline.
  const { budget } = apply(insertsAtOnePlace(state, 'greeting', 1_000));
  expect(budget.steps).toBeGreaterThan(200_000);
  expect(budget.steps).toBeLessThan(STEPS);
});

test('Yjs is as it was after an update is refused', () => {
  expect(() => apply(insertsAtOnePlace(state, 'greeting', 10_000))).toThrow(TooManySteps);
  const doc = new Doc();
  applyUpdate(doc, state);
  for (const each of insertsAtOnePlace(state, 'greeting', 2_000)) applyUpdate(doc, each);
  expect(doc.store.pendingStructs).toBeNull();
});

test('what editors send passes with few steps, whatever they do at once', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = randomNumbers(seed);
    const first = newSharedDocument({ name: 'Flow', document: randomDocument(random) });
    const server = openSharedDocument([first.state()]);
    const editors = [1, 2, 3].map(() => openSharedDocument([first.state()]));
    for (let round = 0; round < 6; round += 1) {
      for (const editor of editors) {
        const updates = Array.from({ length: 1 + random(4) }, () =>
          editor.change({ name: 'Flow', document: randomChange(editor.current.document, random) }),
        ).filter((update) => update !== null);
        const budget = new StepBudget();
        budget.allow(10_000);
        server.applyUnchecked(updates, (work) => guardIntegration(budget, work));
        server.settle();
      }
      for (const editor of editors) editor.apply([server.state()]);
    }
    expect(server.isReadWhole, `seed ${seed}`).toBe(true);
  }
});
