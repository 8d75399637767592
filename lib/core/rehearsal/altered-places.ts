import { isJsonObject } from '../../platform/text/exact-number';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { allBlocks } from '../graph-walk/reach';
import type { Literal, Step } from '../references/grammar';
import { pathInside } from '../references/path-text';
import { type Alteration, alterationAt, valueAt } from './alter-value';
import { SHAPE_FAULTS, type ShapeFault } from './fault';

/** Places that the workflow reads; more are not rehearsed. */
const MOST_READ = 6;
/** With fewer places that are read, others are chosen by chance until there are so many. */
const LEAST = 3;
/** The values of a response from which others are chosen. */
const MOST_VISITED = 500;
const MOST_DEPTH = 8;

/** What the workflow says in its references to a response. */
export interface ReadOfBlock {
  /** Inside the body of the response. */
  paths: ReadonlyArray<readonly Step[]>;
  /** The literals that replace a missing value. */
  fallbacks: readonly Literal[];
  /** True if a reference says that a value may be missing. */
  isOptional: boolean;
}

/** Returns what references to a block say of the output that holds its response's body. */
export function readOfBlock(compiled: CompiledWorkflow, slug: string, bodyOutput: string): ReadOfBlock {
  const paths = new Map<string, readonly Step[]>();
  const fallbacks: Literal[] = [];
  let isOptional = false;
  for (const { config } of allBlocks(compiled.blocks))
    for (const { template } of config.templates)
      for (const part of template.parts) {
        if (typeof part === 'string' || part.kind !== 'reference') continue;
        const { slug: head, path, optional, fallback } = part.reference;
        if (head !== slug) continue;
        isOptional ||= optional;
        if (fallback !== null) fallbacks.push(fallback.value);
        const [first, ...rest] = path;
        const inside = rest.at(-1) === 'length' ? rest.slice(0, -1) : rest;
        if (first === bodyOutput && inside.length > 0) paths.set(pathInside(inside), inside);
      }
  return { paths: [...paths.values()], fallbacks, isOptional };
}

/**
 * Returns the alterations of a response by fault: of the places that the workflow reads, and of some that
 * chance chooses.
 */
export function alterationsOf(
  data: unknown,
  { paths }: Pick<ReadOfBlock, 'paths'>,
  random: () => number,
): Map<ShapeFault, Alteration[]> {
  const known = new Map<string, readonly Step[]>();
  for (const path of paths) {
    if (known.size === MOST_READ) break;
    if (valueAt(data, path) !== undefined) known.set(pathInside(path), path);
  }
  const others = placesIn(data).filter((path) => !known.has(pathInside(path)));
  while (known.size < LEAST && others.length > 0) {
    const [path] = others.splice(Math.floor(random() * others.length), 1);
    if (path !== undefined) known.set(pathInside(path), path);
  }
  const places = [...known.values()];
  return new Map(
    SHAPE_FAULTS.map((fault) => [fault, places.flatMap((path) => alterationAt(data, path, fault) ?? [])]),
  );
}

function placesIn(data: unknown): Array<readonly Step[]> {
  const found: Array<readonly Step[]> = [];
  const open: Array<{ value: unknown; path: readonly Step[] }> = [{ value: data, path: [] }];
  for (let at = 0; at < open.length && at < MOST_VISITED; at += 1) {
    const { value, path } = open[at]!;
    if (path.length > 0) found.push(path);
    if (path.length === MOST_DEPTH) continue;
    const members: Array<[Step, unknown]> = Array.isArray(value)
      ? value.slice(0, 1).map((item) => [0, item])
      : isJsonObject(value)
        ? Object.entries(value).slice(0, MOST_VISITED)
        : [];
    for (const [step, item] of members) open.push({ value: item, path: [...path, step] });
  }
  return found;
}
