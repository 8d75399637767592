import {
  ANY_INDEX,
  type ContainerKind,
  type OpenStep,
  placesRead,
  type ReadPlace,
  type ScopedBlock,
} from '../references/behind-items';
import type { Reference } from '../references/grammar';
import { slugOf } from '../references/slug';

/**
 * The effect of a change on a reference. `breaks`: it fails or reads nothing now. `changes`: it reads
 * something else. `contains`: it reads a value that contains the change.
 */
export type Effect = (typeof EFFECTS)[number];
const EFFECTS = ['breaks', 'changes', 'contains'] as const;

export interface AffectedReference {
  blockId: string;
  blockName: string;
  /** The field of the block's config. */
  field: string;
  /** The reference as written. */
  reference: string;
  effect: Effect;
}

interface ReadDocument {
  blocks: Readonly<Record<string, ScopedBlock & { name: string }>>;
}

/** The properties of block types that the search needs. */
export interface BlockKinds {
  containerKind: (type: string) => ContainerKind | undefined;
  /** Yields the texts in a field's value, each with its references. */
  referencesIn: (
    type: string,
    place: { field: string; value: unknown; slugs: ReadonlySet<string> },
  ) => Iterable<{ text: string; references: readonly Reference[] }>;
}

const MOST = 50;

/** Stands for any key in the steps of a path: `items[].*` → `items`, any index, any key. */
const ANY_KEY = Symbol('any key');
type PathStep = string | typeof ANY_INDEX | typeof ANY_KEY;

/** One step of a path: `[]`, `["a key"]`, `.*` or `.name`. */
const STEP = /\[\]|\["(?:[^"\\]|\\.)*"\]|\.\*|\.[^.[]+/g;

export function stepsOf(path: string): PathStep[] {
  return (path.match(STEP) ?? []).map((step) => {
    if (step === '[]') return ANY_INDEX;
    if (step === '.*') return ANY_KEY;
    return step.startsWith('[') ? String(JSON.parse(step.slice(1, -1))) : step.slice(1);
  });
}

/**
 * Finds the references to `blockId`, also through the items of containers, that a change at `steps` of
 * its output affects. `event`: the new event (`Trial.event`). Optional references and those with a
 * default don't break.
 */
export function affectedReferences(
  { blocks }: ReadDocument,
  blockId: string,
  { steps, event }: { steps: readonly PathStep[]; event: string },
  { containerKind, referencesIn }: BlockKinds,
): AffectedReference[] {
  const target = blocks[blockId];
  if (target === undefined) return [];
  const slug = slugOf(target.name);
  const slugs = new Set(Object.values(blocks).map(({ name }) => slugOf(name)));
  const scope = { blocks, slugs, containerKind };
  const found = new Map<string, AffectedReference>();
  const effectOfPlaces = (places: readonly ReadPlace[]): Effect | undefined => {
    const effects = places.flatMap((place) =>
      place.slug === slug ? (effectOn(place.path, steps, event) ?? []) : [],
    );
    return EFFECTS.find((one) => effects.includes(one));
  };
  // Many references may read the same items.
  const known = new Map<readonly ReadPlace[], Effect | undefined>();
  for (const [id, block] of Object.entries(blocks))
    for (const [field, value] of Object.entries(block.config))
      for (const { text, references } of referencesIn(block.type, { field, value, slugs })) {
        if (found.size >= MOST) return [...found.values()];
        for (const reference of references) {
          const places = placesRead(scope, { block, field }, reference);
          if (!known.has(places)) known.set(places, effectOfPlaces(places));
          const effect = known.get(places);
          if (effect === undefined) continue;
          const written = text.slice(reference.start, reference.end);
          const isLenient = reference.optional || reference.fallback !== null;
          found.set(`${id} ${field} ${written}`, {
            blockId: id,
            blockName: block.name,
            field,
            reference: written,
            effect: effect === 'breaks' && isLenient ? 'changes' : effect,
          });
        }
      }
  return [...found.values()];
}

function effectOn(path: readonly OpenStep[], steps: readonly PathStep[], event: string): Effect | null {
  const shared = Math.min(path.length, steps.length);
  for (let at = 0; at < shared; at += 1) if (!fits(path[at]!, steps[at]!)) return null;
  if (path.length < steps.length) return 'contains';
  if (event === 'missing') return 'breaks';
  if (path.length === steps.length) return 'changes';
  return canStep(path[steps.length]!, event) ? 'changes' : 'breaks';
}

function fits(step: OpenStep, pathStep: PathStep): boolean {
  if (pathStep === ANY_INDEX) return typeof step === 'number' || step === ANY_INDEX;
  return pathStep === ANY_KEY || step === pathStep;
}

/** True if a value of that type can have the step. */
const canStep = (step: OpenStep, event: string): boolean =>
  event === 'object'
    ? typeof step === 'string' && step !== 'length'
    : event === 'array' && (typeof step !== 'string' || step === 'length');
