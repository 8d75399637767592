/** The most nodes of an automaton; each takes about two hundred bytes. */
const MOST_NODES = 500_000;

interface Node<Literal> {
  next: Map<number, Node<Literal>>;
  /** The node where the search continues if no longer literal matches. */
  shorter: Node<Literal> | null;
  /** The longest literal that has been read when the search is here. */
  longest: Literal | null;
}

/**
 * Finds the longest of very many literals that begins at a place, in time proportional to the text
 * however repetitive it and the literals are: an Aho-Corasick automaton of the literals and the text
 * read backwards.
 */
export class LiteralAutomaton<Literal extends { text: string }> {
  readonly #root = newNode<Literal>();

  /** @throws RangeError if the literals are too long to be searched for */
  constructor(literals: readonly Literal[]) {
    let nodes = 0;
    for (const literal of literals) {
      let node = this.#root;
      for (let at = literal.text.length - 1; at >= 0; at -= 1) {
        const unit = literal.text.charCodeAt(at);
        let next = node.next.get(unit);
        if (next === undefined) {
          next = newNode();
          node.next.set(unit, next);
          nodes += 1;
          if (nodes > MOST_NODES) throw new RangeError('There is too much to search for.');
        }
        node = next;
      }
      node.longest = literal;
    }
    this.#link();
  }

  /** Returns, by place, the longest literal that begins there. */
  placesIn(text: string): Map<number, Literal> {
    const places = new Map<number, Literal>();
    let node = this.#root;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      node = this.#step(node, text.charCodeAt(at));
      if (node.longest !== null) places.set(at, node.longest);
    }
    return places;
  }

  #step(from: Node<Literal>, unit: number): Node<Literal> {
    for (let node: Node<Literal> | null = from; node !== null; node = node.shorter) {
      const next = node.next.get(unit);
      if (next !== undefined) return next;
    }
    return this.#root;
  }

  /** Links shorter nodes first, because longer ones build on them. */
  #link(): void {
    const nodes = [this.#root];
    for (const node of nodes)
      for (const [unit, next] of node.next) {
        next.shorter = node.shorter === null ? this.#root : this.#step(node.shorter, unit);
        next.longest ??= next.shorter.longest;
        nodes.push(next);
      }
  }
}

const newNode = <Literal>(): Node<Literal> => ({ next: new Map(), shorter: null, longest: null });
