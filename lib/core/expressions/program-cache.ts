import { compileBody, type Run } from './compile';
import { type CodeKind, readProgram } from './read-program';

export interface Compiled {
  run: Run;
  cost: number;
  /** So many of the next calls go to the sandbox at once: it has used up its budget here. */
  callsElsewhere: number;
}

/** Of all programs that are kept, in characters of source. */
const MAX_KEPT_LENGTH = 400_000;

/** Programs by their source, compiled once for each version of a block; the least recently used go first. */
export class ProgramCache {
  readonly #programs = new Map<string, Compiled | null>();
  #keptLength = 0;

  /** Null: this source is the sandbox's. */
  get(kind: CodeKind, code: string, names: readonly string[]): Compiled | null {
    const key = `${kind} ${names.join()} ${code}`;
    const known = this.#programs.get(key);
    if (known !== undefined) {
      this.#programs.delete(key);
      this.#programs.set(key, known);
      return known;
    }
    const compiled = compiledOf(kind, code, names);
    this.#programs.set(key, compiled);
    this.#keptLength += key.length;
    for (const oldest of this.#programs.keys()) {
      if (this.#keptLength <= MAX_KEPT_LENGTH) break;
      this.#programs.delete(oldest);
      this.#keptLength -= oldest.length;
    }
    return compiled;
  }
}

function compiledOf(kind: CodeKind, code: string, names: readonly string[]): Compiled | null {
  const program = readProgram(kind, code, names);
  if (program === null) return null;
  return { run: compileBody(program.body), cost: program.cost, callsElsewhere: 0 };
}
