/** The most effects that are kept of a run; the others are counted. */
export const MOST_EFFECTS = 100;

/** A request that may have changed something at its server: every method but GET, HEAD and OPTIONS. */
export interface RunEffect {
  /** Distinguishes it from the others of its block; the same for each of its attempts, in every try of the run. */
  key: string;
  blockId: string;
  blockName: string;
  method: string;
  /** With the port, unless it is the scheme's own. */
  host: string;
  /** Without the query. */
  path: string;
  /** The status of the last attempt; null if no answer to it was seen. */
  status: number | null;
  /** The number of attempts of which an answer was seen or waited for. */
  attempts: number;
  /** The key that went with it, with which its server knows a repetition; null without one. */
  idempotencyKey: string | null;
  sentAtMs: number;
}

/** The effects of one block, in one iteration. */
export interface StepEffects {
  list: readonly RunEffect[];
  /** The number of all others. */
  more: number;
}

/** The effects of a run, in the order in which they were sent. */
export interface RunEffects extends StepEffects {
  /** True if the settings of the workflow ask for them to be kept. */
  isAsked: boolean;
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for the methods with which a server may change something. */
export const mayWrite = (method: string): boolean => !READS.has(method.toUpperCase());

/** True if its server took it: the same request sent again does the same a second time. */
export const wasTaken = (status: number | null): boolean => status !== null && status >= 200 && status <= 299;

/** Puts the effects of several blocks in one list; those above the most are counted. */
export function joinEffects(steps: Iterable<StepEffects>): StepEffects {
  const all: RunEffect[] = [];
  let more = 0;
  for (const step of steps) {
    all.push(...step.list);
    more += step.more;
  }
  all.sort((a, b) => a.sentAtMs - b.sentAtMs);
  return { list: all.slice(0, MOST_EFFECTS), more: more + Math.max(0, all.length - MOST_EFFECTS) };
}
