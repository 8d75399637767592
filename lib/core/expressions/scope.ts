import type { Pattern as Syntax } from 'acorn';

/** Maps names to slots. */
export class Scope {
  readonly #slots = new Map<string, number | null>();

  constructor(private readonly outer: Scope | null) {}

  declare(name: string, slot: number): void {
    this.#slots.set(name, slot);
  }

  /**
   * Puts a constant's names into their temporal dead zone: they hide outer variables, but can't be read
   * yet. Returns false if the names can't be determined.
   */
  announce(pattern: Syntax): boolean {
    const names = namesIn(pattern);
    for (const name of names ?? []) this.#slots.set(name, null);
    return names !== null;
  }

  /** Returns undefined if there is no such variable, null if it is in its temporal dead zone. */
  find(name: string): number | null | undefined {
    const slot = this.#slots.get(name);
    return slot === undefined ? this.outer?.find(name) : slot;
  }
}

function namesIn(pattern: Syntax): string[] | null {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'ArrayPattern':
      return allNames(pattern.elements.filter((element) => element !== null));
    case 'ObjectPattern':
      return allNames(pattern.properties.map((each) => (each.type === 'Property' ? each.value : each)));
    default:
      return null;
  }
}

function allNames(patterns: readonly Syntax[]): string[] | null {
  const names = patterns.map(namesIn);
  return names.includes(null) ? null : names.flatMap((each) => each ?? []);
}
