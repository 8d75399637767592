import { slugOf } from '../references/slug';
import type { Block } from '../workflow/schema';

type Blocks = Record<string, Block>;

/** Adds a number to the name of the later of two blocks that were given the same name. */
export function withOwnNames(blocks: Blocks, order: readonly string[]): Blocks {
  const taken = new Set<string>();
  const doubles: string[] = [];
  for (const id of order) {
    const slug = slugOf(blocks[id]?.name ?? '');
    if (taken.has(slug)) doubles.push(id);
    taken.add(slug);
  }
  if (doubles.length === 0) return blocks;
  const named = { ...blocks };
  const freeName = namesBeside(taken);
  for (const id of doubles) {
    const block = named[id] as Block;
    const name = freeName(block.name);
    taken.add(slugOf(name));
    named[id] = { ...block, name };
  }
  return named;
}

/** Leaves room for a space and a number of four digits in a name of at most 64 characters. */
const MAX_STEM_CHARACTERS = 59;

/**
 * Returns a function that finds the first free number behind a name. It remembers where it left off for each
 * beginning: counting from the start again would take n² steps for n blocks of one name.
 */
function namesBeside(taken: ReadonlySet<string>): (name: string) => string {
  /** For each stem and number known to be taken, a later number from which to go on. */
  const later = new Map<string, Map<number, number>>();
  return (name) => {
    const [, stem = name.slice(0, MAX_STEM_CHARACTERS), digits = '1'] =
      /^(.{1,50}?) ?(\d{0,9})$/.exec(name) ?? [];
    const slug = slugOf(stem);
    const skips = later.get(slug) ?? new Map<number, number>();
    later.set(slug, skips);
    const passed: number[] = [];
    let number = Number(digits || '1') + 1;
    for (;;) {
      const next = skips.get(number) ?? (taken.has(slugOf(`${stem} ${number}`)) ? number + 1 : undefined);
      if (next === undefined) break;
      passed.push(number);
      number = next;
    }
    // This number is taken from now on, so that none of those before it needs to look here again.
    for (const each of [...passed, number]) skips.set(each, number + 1);
    return `${stem} ${number}`;
  };
}
