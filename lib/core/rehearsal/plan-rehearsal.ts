import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { BlockResult } from '../blocks/block';
import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { iterationOf, stepOf } from '../engine/request-key';
import { allBlocks } from '../graph-walk/reach';
import { pathInside } from '../references/path-text';
import type { ReferenceBudget } from '../references/reference-budget';
import type { RecordedRun } from '../replay/recorded-run';
import { type Answered, type ReplayedRun, type ReplayPorts, replayRun } from '../replay/replay-run';
import type { Expected } from '../run-tests/expected';
import { asJson, resultOf } from '../run-tests/result-of';
import type { Alteration } from './alter-value';
import { alterationsOf, type ReadOfBlock, readOfBlock } from './altered-places';
import { jsonBodyOf } from './answer-with-fault';
import { FAULTS, type Fault, isShapeFault } from './fault';
import type { RehearsedRequest } from './rehearsal-shape';
import { seededRandom } from './seeded-random';

export type RehearsalPorts = Omit<ReplayPorts, 'answer' | 'budget'> & { budget?: () => ReferenceBudget };

export interface RehearsalOptions {
  seed: number;
  /** The most cases; requests with all their faults are left out from there on. */
  mostCases: number;
  /** By default all. */
  faults?: readonly Fault[] | undefined;
}

/** A request as the recorded run makes it. */
export interface PlannedRequest extends RehearsedRequest {
  /** What is sent, as JSON: equal requests have equal texts. */
  sent: string;
  recorded: BlockResult;
  /** Of its response, if that was a JSON object or list. */
  body: unknown;
  read: ReadOfBlock;
}

export interface PlannedCase {
  request: PlannedRequest;
  fault: Fault;
  alteration: Alteration | null;
}

/** The recorded run without a fault, replayed: what cases are compared with. */
export interface Baseline {
  replayed: ReplayedRun;
  result: Expected;
  requests: readonly PlannedRequest[];
}

export interface RehearsalPlan {
  compiled: CompiledWorkflow;
  recorded: RecordedRun;
  ports: RehearsalPorts;
  seed: number;
  baseline: Baseline;
  cases: readonly PlannedCase[];
  /** Because there would be too many cases. */
  leftOut: { requests: number; cases: number };
}

/** Replays a recorded run once, and lists the cases of its requests. @throws Outgrown */
export async function planRehearsal(
  compiled: CompiledWorkflow,
  recorded: RecordedRun,
  ports: RehearsalPorts,
  { seed, mostCases, faults = FAULTS }: RehearsalOptions,
): Promise<RehearsalPlan> {
  const blocks = new Map(allBlocks<CompiledBlock>(compiled.blocks).map((block) => [block.id, block]));
  const found: PlannedRequest[] = [];
  const replayed = await replayRun(compiled, recorded, {
    ...ports,
    budget: ports.budget?.(),
    answer: async (asked) => {
      const block = blocks.get(iterationOf(stepOf(asked.context.idempotencyKey)).blockId);
      const request = block === undefined ? null : requestOf(asked, block, compiled);
      if (request !== null) found.push(request);
      return asked.recorded;
    },
  });
  const requests = inOrder(found);
  const cases: PlannedCase[] = [];
  const leftOut = { requests: 0, cases: 0 };
  for (const request of requests) {
    const own = casesOf(request, faults, seededRandom(seed, request.step));
    // Left out whole, with all that follow, so that each row of the table is complete.
    if (leftOut.requests > 0 || cases.length + own.length > mostCases) {
      leftOut.requests += 1;
      leftOut.cases += own.length;
    } else cases.push(...own);
  }
  const result = resultOf(replayed, ports.definitions);
  return { compiled, recorded, ports, seed, baseline: { replayed, result, requests }, cases, leftOut };
}

/** Puts the first request of each block first: those of later iterations seldom tell more. */
function inOrder(found: readonly PlannedRequest[]): PlannedRequest[] {
  const seen = new Set<string>();
  const isFirst = new Map(
    found.map((request) => [request, !seen.has(request.blockId) && !!seen.add(request.blockId)]),
  );
  return [...found.filter((one) => isFirst.get(one)), ...found.filter((one) => !isFirst.get(one))];
}

/** Returns what a block sends, as text to be compared; null if it sends no request. */
export function sentText({ config, definition }: Pick<Answered, 'config' | 'definition'>): string | null {
  const { request, sent } = definition.outsideWork ?? {};
  return request === undefined ? null : writeJson(asJson(sent?.(config) ?? config));
}

function requestOf(asked: Answered, block: CompiledBlock, compiled: CompiledWorkflow): PlannedRequest | null {
  const { step, recorded, definition } = asked;
  const sent = sentText(asked);
  const body = definition.outsideWork?.request?.outputs.body;
  if (sent === null || recorded === null || body === undefined) return null;
  const parts: unknown = JSON.parse(sent);
  const { method = null, url = null } = isJsonObject(parts) ? parts : {};
  return {
    step,
    blockId: block.id,
    blockName: block.name,
    method: typeof method === 'string' ? method : null,
    url: typeof url === 'string' ? (url.split('?', 1)[0] ?? null) : null,
    canCatch: block.errorPort !== null,
    sent,
    recorded,
    body: jsonBodyOf(recorded, definition),
    read: readOfBlock(compiled, block.slug, body),
  };
}

function casesOf(request: PlannedRequest, faults: readonly Fault[], random: () => number): PlannedCase[] {
  // The pages of a list are one recorded value, so that no single response of it can be changed.
  const isPaged = request.recorded.attempts?.some(({ page }) => page !== undefined) === true;
  const data = isPaged ? null : request.body;
  const alterations = data === null ? null : alterationsOf(data, request.read, random);
  return FAULTS.filter((fault) => faults.includes(fault)).flatMap((fault): PlannedCase[] => {
    if (isShapeFault(fault))
      return (alterations?.get(fault) ?? []).map((alteration) => ({ request, fault, alteration }));
    if (fault === 'malformed' && data === null) return [];
    if (fault === 'empty' && (isPaged || !request.recorded.ok)) return [];
    return [{ request, fault, alteration: null }];
  });
}

export const pathOf = ({ alteration }: Pick<PlannedCase, 'alteration'>): string | null =>
  alteration === null ? null : pathInside(alteration.path);
