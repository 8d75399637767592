import {
  blocksOfOneName,
  edgesInACircle,
  insertsAtOnePlace,
  invalidEdges,
  ringOf,
  unknownRoot,
} from '../../../lib/core/shared-document/testing/hostile-updates';
import { editingSession } from '../editing-session';
import { type Attack, whatMissed } from './attack';

/** The bytes of a response with a document of two blocks, whatever was sent to it. */
const MAX_STATE_BYTES = 100_000;

const DOCUMENT = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    greeting: {
      id: 'greeting',
      type: 'api',
      name: 'greeting',
      position: { x: 200, y: 0 },
      config: { url: 'http://127.0.0.1:9/' },
    },
  },
  edges: [],
};

type Make = (state: Uint8Array) => Uint8Array | Uint8Array[];

/** Sends an update `times` times, then checks that the workflow can still be edited and is small. */
function attack(
  name: string,
  make: Make,
  { meets, times = 1, maxBytes = MAX_STATE_BYTES }: { meets: RegExp; times?: number; maxBytes?: number },
): Attack {
  return {
    name,
    run: async (target) => {
      const session = editingSession(target, await target.holder.createWorkflow(name, DOCUMENT));
      const answers: string[] = [];
      for (let round = 0; round < times; round += 1) {
        const { epoch, state } = await session.read();
        answers.push(await session.send(epoch, [make(state)].flat()));
      }
      const { epoch, state, bytes } = await session.read();
      const after = await session.send(epoch, [state]);
      return {
        answers,
        wrong: [
          ...whatMissed(answers, meets),
          ...(after === '200' ? [] : [`an honest edit afterwards: ${after}`]),
          ...(bytes > maxBytes ? [`the document takes ${bytes} bytes afterwards`] : []),
        ],
      };
    },
  };
}

/** Small updates of a writer that are much work, or that were kept for ever. */
export const EDITS: readonly Attack[] = [
  attack('edits: 10,000 inserts at one place', (state) => insertsAtOnePlace(state, 'greeting', 10_000), {
    meets: /^409 conflict$/,
    times: 5,
  }),
  attack('edits: 1,000 inserts at one place, often', (state) => insertsAtOnePlace(state, 'greeting', 1_000), {
    meets: /^200$/,
    times: 30,
  }),
  attack(
    'edits: 10,000 edges and a circle',
    (state) => edgesInACircle(state, ['start', 'greeting'], 10_000),
    { meets: /^400 invalid_request$/, times: 5 },
  ),
  attack('edits: a ring of 2,000 blocks', (state) => ringOf(state, 1_990), {
    meets: /^200$/,
    maxBytes: 1_000_000,
  }),
  attack('edits: 10,000 blocks of one name', (state) => blocksOfOneName(state, 10_000), {
    meets: /^400 invalid_request$/,
    times: 5,
  }),
  attack('edits: 50,000 invalid edges', (state) => invalidEdges(state, 50_000), {
    meets: /^400 invalid_request$/,
    times: 5,
  }),
  attack('edits: 8 MB in an unknown root, 40 times', (state) => unknownRoot(state, 8_000_000), {
    meets: /^400 invalid_request$/,
    times: 40,
  }),
];
