import { findReferences } from '../references/find-references';
import type { Step } from '../references/grammar';
import { slugOf } from '../references/slug';

/**
 * `breaks`: it fails or reads nothing now. `changes`: it reads something else. `contains`: it reads a value
 * that holds the change.
 */
export type Effect = 'breaks' | 'changes' | 'contains';

export interface AffectedReference {
  blockId: string;
  blockName: string;
  /** Of the block's config. */
  field: string;
  /** As written. */
  reference: string;
  effect: Effect;
}

interface ReadDocument {
  blocks: Readonly<Record<string, { name: string; config: Readonly<Record<string, unknown>> }>>;
}

const MOST = 50;

/** A path's steps: `items[].*` → `items`, any index, any key. */
const ANY_INDEX = Symbol('any index');
const ANY_KEY = Symbol('any key');
type PathStep = string | typeof ANY_INDEX | typeof ANY_KEY;

/** `[]`, `["a key"]`, `.*` or `.name`. */
const STEP = /\[\]|\["(?:[^"\\]|\\.)*"\]|\.\*|\.[^.[]+/g;

export function stepsOf(path: string): PathStep[] {
  return (path.match(STEP) ?? []).map((step) => {
    if (step === '[]') return ANY_INDEX;
    if (step === '.*') return ANY_KEY;
    return step.startsWith('[') ? String(JSON.parse(step.slice(1, -1))) : step.slice(1);
  });
}

/**
 * References to `blockId` that a change at `steps` of its output touches. `event`: what comes now
 * (`Trial.event`). Those that have a default, or may be missing, don't break.
 */
export function affectedReferences(
  { blocks }: ReadDocument,
  blockId: string,
  steps: readonly PathStep[],
  event: string,
): AffectedReference[] {
  const target = blocks[blockId];
  if (target === undefined) return [];
  const slug = slugOf(target.name);
  const slugs = Object.values(blocks).map(({ name }) => slugOf(name));
  const found = new Map<string, AffectedReference>();
  for (const [id, { name, config }] of Object.entries(blocks))
    for (const [field, value] of Object.entries(config))
      for (const text of textsIn(value)) {
        if (found.size >= MOST) return [...found.values()];
        for (const reference of findReferences(text, slugs)) {
          if (reference.slug !== slug) continue;
          const effect = effectOn(reference.path, steps, event);
          if (effect === null) continue;
          const written = text.slice(reference.start, reference.end);
          const isLenient = reference.optional || reference.fallback !== null;
          found.set(`${id} ${field} ${written}`, {
            ...{ blockId: id, blockName: name, field, reference: written },
            effect: effect === 'breaks' && isLenient ? 'changes' : effect,
          });
        }
      }
  return [...found.values()];
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

function effectOn(path: readonly Step[], steps: readonly PathStep[], event: string): Effect | null {
  const shared = Math.min(path.length, steps.length);
  for (let at = 0; at < shared; at += 1) if (!fits(path[at]!, steps[at]!)) return null;
  if (path.length < steps.length) return 'contains';
  if (event === 'missing') return 'breaks';
  if (path.length === steps.length) return 'changes';
  return canStep(path[steps.length]!, event) ? 'changes' : 'breaks';
}

function fits(step: Step, pathStep: PathStep): boolean {
  if (pathStep === ANY_INDEX) return typeof step === 'number';
  return pathStep === ANY_KEY || step === pathStep;
}

/** Whether a value of that type can have the step. */
const canStep = (step: Step, event: string): boolean =>
  event === 'object'
    ? typeof step === 'string' && step !== 'length'
    : event === 'array' && (typeof step === 'number' || step === 'length');
