/** A node of the trie; the root has depth 0. `next` is keyed by UTF-16 unit. */
interface Node {
  next: Map<number, Node>;
  /** The node of the longest proper suffix of this text that begins a literal. */
  fallback: Node | null;
  depth: number;
  /** Length of the longest literal that ends here; 0 if none does. */
  ended: number;
}

/** Larger sets would take more memory and time than showing a text early is worth. */
const MAX_UNITS = 200_000;

/** Tells how much of a growing text can be masked now, whatever follows. */
export interface SecretBeginnings {
  /**
   * Returns the number of units of `text` before everything that may belong to an unfinished literal,
   * without cutting a literal in two.
   */
  settled(text: string): number;
}

/** Finds all literals in one pass (Aho-Corasick). @returns null if they are too many or too long */
export function secretBeginnings(literals: Iterable<string>): SecretBeginnings | null {
  const root: Node = { next: new Map(), fallback: null, depth: 0, ended: 0 };
  let units = 0;
  for (const literal of literals) {
    units += literal.length;
    if (units > MAX_UNITS) return null;
    insert(root, literal);
  }
  linkFallbacks(root);
  return { settled: (text) => settledIn(text, root) };
}

function insert(root: Node, literal: string): void {
  let node = root;
  for (let at = 0; at < literal.length; at += 1) {
    const unit = literal.charCodeAt(at);
    let next = node.next.get(unit);
    if (next === undefined) {
      next = { next: new Map(), fallback: root, depth: node.depth + 1, ended: 0 };
      node.next.set(unit, next);
    }
    node = next;
  }
  node.ended = node.depth;
}

/** Links level by level, because a fallback always has a smaller depth. */
function linkFallbacks(root: Node): void {
  const queue = [root];
  for (const node of queue)
    for (const [unit, child] of node.next) {
      child.fallback = node === root ? root : step(node.fallback ?? root, unit);
      child.ended = Math.max(child.ended, child.fallback.ended);
      queue.push(child);
    }
}

function step(from: Node, unit: number): Node {
  let node = from;
  for (;;) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
    if (node.fallback === null) return node;
    node = node.fallback;
  }
}

function settledIn(text: string, root: Node): number {
  const found: Array<{ start: number; end: number }> = [];
  let node = root;
  for (let at = 0; at < text.length; at += 1) {
    node = step(node, text.charCodeAt(at));
    if (node.ended > 0) found.push({ start: at + 1 - node.ended, end: at + 1 });
  }
  let settled = text.length - node.depth;
  // In descending order of ends: a literal across the cut moves it to its start, where an earlier one may
  // lie.
  for (const { start, end } of found.reverse()) if (start < settled && settled < end) settled = start;
  return settled;
}
