import type { BlockOutput } from '../blocks/block';
import { reachesOut } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { isAnswer } from '../engine/block-answer';
import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { entryOf } from '../engine/entry-of';
import type { PartialRun, StandIn } from '../engine/partial-run';
import { portAfter, portsTaken } from '../graph-walk/exits';
import { followPath } from '../graph-walk/follow-path';
import { allBlocks } from '../graph-walk/reach';
import { ancestorsOf, graphOf, outermostAround, reachableFrom } from '../workflow/graph';
import { findUnusable } from './find-unusable';
import { entryFor, executedBlocks, leftOut, type RunBounds, startsOf } from './run-bounds';
import { standInOf } from './stand-ins';

/** A request for a run in the editor. */
export interface PartialRequest extends RunBounds {
  /** Pinned outputs by block id. */
  pins: ReadonlyMap<string, BlockOutput>;
  /** The last outputs of blocks by id, for those before `fromId` that have no pin. */
  outputs: ReadonlyMap<string, BlockOutput>;
  /** True if nothing may be sent or waited for. */
  pinsOnly: boolean;
  /** Names of variables whose values last outputs don't hold. */
  secretNames: ReadonlySet<string>;
}

/** The reason why it can't be run like that, and the choice that it is about. */
interface RefusedRun {
  refusal: string;
  about: 'from' | 'until' | 'pins' | 'outputs';
}

/** `partial` is null if the whole workflow runs. */
export type PlannedRun = { partial: PartialRun | null; entryBlock: string | undefined } | RefusedRun;

/** Decides which blocks run, what stands in for the others, and where the run begins. */
export function planPartialRun(
  compiled: CompiledWorkflow,
  request: PartialRequest,
  definitions: BlockDefinitions,
): PlannedRun {
  const { pins, outputs, untilId } = request;
  const bound = request.fromId === undefined ? 'until' : 'from';
  const blocks = allBlocks(compiled.blocks);
  const unknown = [request.fromId, untilId].find(
    (id) => id !== undefined && !blocks.some((b) => b.id === id),
  );
  if (unknown !== undefined)
    return { refusal: unreached(compiled, unknown), about: unknown === request.fromId ? 'from' : 'until' };
  const graph = graphOf(compiled.document);
  const fromId = request.fromId === undefined ? undefined : outermostAround(graph, request.fromId);
  const entry = entryFor(compiled, graph, { fromId, untilId, isPinned: (id) => pins.has(id) });
  const before = fromId === undefined ? new Set<string>() : ancestorsOf(graph, fromId);
  const isPart = fromId !== undefined || untilId !== undefined;

  const standIns: Record<string, StandIn> = {};
  for (const block of blocks) {
    const { id, name, enabled } = block;
    const pin = pins.get(id);
    const isKept = before.has(id) || (isPart && entry === block && block.isTrigger);
    const output = pin ?? (isKept ? outputs.get(id) : undefined);
    if (output === undefined || !enabled) continue;
    if (block.sets === 'response' && !isAnswer(output))
      return {
        refusal: `The pinned output of “${name}” is not a response: it needs status, headers and body.`,
        about: pin === undefined ? 'outputs' : 'pins',
      };
    standIns[id] = standInOf(block, output, { definitions, pinned: pin !== undefined });
  }
  const left = leftOut(blocks, graph, { fromId, untilId, standIns });
  const isExecuted = ({ id, enabled }: CompiledBlock) => enabled && !(id in standIns) && !left.has(id);
  const reached = entry === null ? new Set<string>() : reachableFrom(graph, [entry.id]);
  const executed = executedBlocks(compiled, isExecuted).filter(({ id }) => reached.has(id));
  const refusal =
    (fromId === undefined ? null : whyNotReached({ compiled, entry, fromId, before, standIns, left })) ??
    whyUnusable(executed, { compiled, standIns, secretNames: request.secretNames });
  if (refusal !== null) return { refusal, about: bound };
  const unpinned = request.pinsOnly ? whyNotPinned(executed, definitions) : null;
  if (unpinned !== null) return { refusal: unpinned, about: 'pins' };
  const isWhole = left.size === 0 && Object.keys(standIns).length === 0;
  return {
    partial: isWhole ? null : { standIns, left: [...left] },
    entryBlock: entry === entryOf(startsOf(compiled)) ? undefined : entry?.id,
  };
}

function unreached({ document }: CompiledWorkflow, id: string): string {
  const name = document.blocks[id]?.name;
  return name === undefined
    ? 'That block was deleted. Choose another one.'
    : `No run reaches “${name}”. Connect it to the blocks before it first.`;
}

interface Reach {
  compiled: CompiledWorkflow;
  entry: CompiledBlock | null;
  fromId: string;
  before: ReadonlySet<string>;
  standIns: Readonly<Record<string, StandIn>>;
  left: ReadonlySet<string>;
}

/** Explains why the stand-ins don't lead to the block where the run continues; null if they do. */
function whyNotReached({ compiled, entry, fromId, before, standIns, left }: Reach): string | null {
  const { blocks } = compiled;
  const from = blocks.find(({ id }) => id === fromId);
  if (from === undefined || entry === null) return 'No block of this workflow begins a run.';
  if (entry === from)
    return !from.isTrigger || fromId in standIns
      ? null
      : `“${from.name}” has no output yet. Pin one, for example of a request it received.`;
  const reached = followPath(blocks, {
    begins: (block) => block === entry,
    portsTaken: (block) => {
      if (!before.has(block.id) || left.has(block.id)) return portsTaken(null);
      const standIn = standIns[block.id];
      // The only other block that runs before is a Start.
      const isPassed = !block.enabled || standIn === undefined;
      return portsTaken(isPassed ? block.passPort : portAfter(block, standIn.result), standIn?.early);
    },
  });
  if (reached.has(from)) return null;
  const lacking = blocks.filter(({ id }) => before.has(id) && left.has(id));
  if (lacking.length === 0)
    return (
      `With these outputs no run reaches “${from.name}”: the blocks before it lead elsewhere. ` +
      'Pin an output that leads there.'
    );
  return (
    `${namesOf(lacking)} ${lacking.length === 1 ? 'has' : 'have'} no output yet. ` +
    `Run ${lacking.length === 1 ? 'it' : 'them'}, or pin an output.`
  );
}

function whyUnusable(
  executed: readonly CompiledBlock[],
  {
    compiled,
    standIns,
    secretNames,
  }: Pick<Reach, 'compiled' | 'standIns'> & Pick<PartialRequest, 'secretNames'>,
): string | null {
  const entries = compiled.blocks.flatMap(({ id, name }) => {
    const standIn = standIns[id];
    // A pinned output is used as it is.
    return standIn === undefined || standIn.pinned
      ? []
      : [{ blockId: id, output: standIn.result.output, span: { name } }];
  });
  const why = entries.length === 0 ? null : findUnusable(executed, { entries, compiled, secretNames });
  return why && `${why} Pin its output first.`;
}

/** Names the blocks without a pin that would send or wait for something; null if there are none. */
function whyNotPinned(executed: readonly CompiledBlock[], definitions: BlockDefinitions): string | null {
  const open = executed.filter(({ type, mayWait }) => {
    const definition = definitions.get(type);
    return mayWait || reachesOut(definition) || definition?.outsideWork?.executionId !== undefined;
  });
  if (open.length === 0) return null;
  return (
    `${open.length === 1 ? 'This block is not pinned' : 'These blocks are not pinned'}: ${namesOf(open)}. ` +
    `Pin ${open.length === 1 ? 'it' : 'them'}, or run normally.`
  );
}

const MOST_NAMED = 5;

function namesOf(blocks: readonly CompiledBlock[]): string {
  const names = blocks.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`);
  const more = blocks.length - names.length;
  return new Intl.ListFormat('en').format(more === 0 ? names : [...names, `${more} more`]);
}
