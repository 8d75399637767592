import { LaterValue } from '../../platform/sandbox/contract';
import type { Follower } from '../blocks/block';
import type { ReferenceScope } from '../references/read-path';
import { ReferenceBudget, type RoomHere } from '../references/reference-budget';
import type { CompiledBlock, CompiledGraph } from './compile-block';
import { type IterationPath, requestKey } from './request-key';
import type { RunState } from './run-state';
import { ScopeOutputs } from './scope-outputs';

interface Place {
  graph: CompiledGraph;
  scope: ReferenceScope;
  state: RunState;
  path: IterationPath;
}

/** The most blocks that are prepared ahead at the same time. */
const MOST_FOLLOWERS = 8;
const KIB = 1024;
/** Only small configs are prepared ahead; each is resolved again in its turn, which counts for the run. */
const ROOM_AHEAD: RoomHere = { block: 64 * KIB, made: 128 * KIB, held: 0 };

/**
 * Returns the blocks that will run one after the other behind this one if none of them fails, as long as
 * they are of its type, with their configs. A config that reads the output of one of them holds a
 * `LaterValue`: of this block (0) or of a follower, counted from 1.
 */
export function followersOf(block: CompiledBlock, { graph, scope, state, path }: Place): Follower[] {
  const followers: Follower[] = [];
  const outputs = new ScopeOutputs(scope.outputs);
  const budget = new ReferenceBudget(ROOM_AHEAD);
  let last = block;
  while (followers.length < MOST_FOLLOWERS) {
    outputs.set(last.slug, new LaterValue(followers.length));
    const next = onlyTarget(last, graph);
    if (next === null || next.type !== block.type || !isToRun(next, state, path)) return followers;
    let config: Record<string, unknown>;
    try {
      budget.begin();
      config = next.config.resolve({ ...scope, outputs, budget });
    } catch {
      return followers; // the reason is reported when its turn comes
    }
    followers.push({ config, idempotencyKey: requestKey(state.request.executionId, next.id, path) });
    last = next;
  }
  return followers;
}

/** Returns the block that a success leads to, if it is the only one and waits for nothing else. */
function onlyTarget({ targets, passPort }: CompiledBlock, { blocks }: CompiledGraph): CompiledBlock | null {
  const indices = targets.get(passPort) ?? [];
  const target = blocks[indices[0] ?? -1];
  return indices.length === 1 && target?.incoming === 1 ? target : null;
}

function isToRun({ id, enabled, problem }: CompiledBlock, state: RunState, path: IterationPath): boolean {
  const isReplaced = state.standIn(id) !== undefined || state.restored(id, path) !== undefined;
  return enabled && problem === null && !isReplaced && !state.leavesOut(id);
}
