import { type Doc, mergeUpdates, Array as SharedList, Map as SharedMap, Text } from 'yjs';
import { openSharedDocument } from '../shared-document';
import {
  blocksOfOneName,
  edgesInACircle,
  FOREIGN_PARTS,
  insertsAtOnePlace,
  invalidEdges,
  nestedMaps,
  ringOf,
  unknownRoot,
  updateOf,
} from './hostile-updates';
import { type RandomNumbers, randomChange } from './random-changes';

/** Making these takes Yjs the square of their size. */
const MAX_SLOW = 2_000;

type Made = Uint8Array | Uint8Array[];
type Make<Result extends Made = Made> = (state: Uint8Array, random: RandomNumbers, size: number) => Result;

const honest: Make<Uint8Array> = (state, random) => {
  const editor = openSharedDocument([state]);
  const { name, document } = editor.current;
  return editor.change({ name, document: randomChange(document, random) }) ?? state;
};

/** An update with some bytes changed, left out or put in twice. */
const broken: Make<Uint8Array> = (state, random, size) => {
  const bytes = [...(random(2) === 0 ? honest : tangled)(state, random, size)];
  for (let count = 1 + random(6); count > 0; count -= 1) {
    const at = random(bytes.length + 1);
    if (random(3) === 0) bytes.splice(at, random(8));
    else if (random(2) === 0) bytes.splice(at, 0, ...bytes.slice(at, at + random(20)));
    else bytes[at] = random(256);
  }
  return new Uint8Array(bytes);
};

/** Types of all kinds in each other, written and removed by several authors who don't know each other. */
const tangled: Make<Uint8Array> = (state, random, size) =>
  mergeUpdates(
    Array.from({ length: 1 + random(4) }, () =>
      updateOf(
        state,
        (doc) => {
          for (let steps = random(Math.min(size, MAX_SLOW)); steps > 0; steps -= 1) tangle(doc, random);
        },
        1 + random(1_000_000),
      ),
    ),
  );

function tangle(doc: Doc, random: RandomNumbers): void {
  const roots = ['blocks', 'edges', 'groups', 'workflow'];
  let type: unknown = doc.getMap(roots[random(roots.length)] as string);
  for (let depth = random(5); depth > 0; depth -= 1) {
    const inside =
      type instanceof SharedMap ? [...type.values()] : type instanceof SharedList ? type.toArray() : [];
    if (inside.length > 0) type = inside[random(inside.length)];
  }
  const values = [
    () => new Text('text'),
    () => new SharedMap(),
    () => new SharedList(),
    () => random(9),
    () => ({ at: 1 }),
  ];
  const value = () => values[random(values.length)]?.();
  if (type instanceof Text) {
    if (random(3) === 0 && type.length > 1) type.delete(random(type.length - 1), 1);
    else type.insert(random(type.length + 1), 'ab');
  } else if (type instanceof SharedList) {
    if (random(3) === 0 && type.length > 0) type.delete(random(type.length), 1);
    else type.insert(random(type.length + 1), [value()]);
  } else if (type instanceof SharedMap) {
    const keys = [...type.keys(), `k${random(5)}`];
    const key = keys[random(keys.length)] as string;
    if (random(4) === 0) type.delete(key);
    else type.set(key, value());
  }
}

const foreign: Make<Uint8Array> = (state, random) => {
  const writes = Object.values(FOREIGN_PARTS);
  return updateOf(state, writes[random(writes.length)] as (doc: Doc) => void);
};

const MAKERS: readonly Make[] = [
  honest,
  honest,
  broken,
  broken,
  tangled,
  tangled,
  foreign,
  (state, _, size) => insertsAtOnePlace(state, 'greeting', size),
  (state, _, size) => ringOf(state, size),
  (state, _, size) => blocksOfOneName(state, size),
  (state, _, size) => invalidEdges(state, size),
  (state, _, size) => edgesInACircle(state, ['start', 'greeting'], size),
  (state, _, size) => nestedMaps(state, Math.min(size, MAX_SLOW)),
  (state, _, size) => unknownRoot(state, size * 100),
  (_, random, size) => Uint8Array.from({ length: size }, () => random(256)),
];

/**
 * Returns updates as an editor, a faulty program or an attacker may send them; the same ones for the same
 * numbers. `largest`: the parts of the largest.
 */
export function randomUpdates(state: Uint8Array, random: RandomNumbers, largest: number): Uint8Array[] {
  const make = MAKERS[random(MAKERS.length)] as Make;
  try {
    return [make(state, random, 1 + random(random(4) === 0 ? largest : Math.ceil(largest / 50)))].flat();
  } catch {
    // The document lacks the block that this kind changes.
    return [honest(state, random, 1)];
  }
}
