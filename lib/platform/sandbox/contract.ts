/** Runs authors' code with no way out: no network, files, timers or process, and with limits that hold. */
export interface CodeRunner {
  /** The value the code gives back. Never rejects for anything the code does. */
  run(request: CodeRequest): Promise<CodeResult<unknown>>;
  /**
   * Index of the first expression that holds, null when none does. All are read before the first is
   * evaluated.
   */
  firstTrue(request: FirstTrueRequest): Promise<CodeResult<number | null>>;
}

/** Source code and the variables it finds; JSON-like values only. */
export interface CodeSource {
  code: string;
  bindings: Readonly<Record<string, unknown>>;
  /** Variables without a value, and why: reading one throws that, which code that never does won't notice. */
  missing?: Readonly<Record<string, MissingValue>>;
}

export interface MissingValue {
  code: MissingValueCode;
  message: string;
}

export type MissingValueCode = 'REF_PATH_NOT_FOUND' | 'REF_OUT_OF_SCOPE' | 'VARIABLE_NOT_FOUND';

/**
 * Stands, among the variables of code that is worked on ahead, for a value that code before it in the chain
 * has yet to give. It can be read from, and not be written as text.
 */
export class LaterValue {
  readonly #from: number;
  readonly #path: ReadonlyArray<string | number>;

  /** `from`: which in the chain gives it, from 0. */
  constructor(from: number, path: ReadonlyArray<string | number> = []) {
    this.#from = from;
    this.#path = path;
  }

  get from(): number {
    return this.#from;
  }

  /** Where it stands in what that one gives. */
  get path(): ReadonlyArray<string | number> {
    return this.#path;
  }

  at(step: string | number): LaterValue {
    return new LaterValue(this.#from, [...this.#path, step]);
  }

  toJSON(): never {
    throw new Error('This value is not known yet.');
  }
}

interface CodeLimits {
  /** Wall clock from when the code starts, for all of it; at most the runner's own limit. */
  timeoutMs?: number;
  signal: AbortSignal;
  /** What the code takes for the time and for chance; the system's own unless given. */
  circumstances?: CodeCircumstances;
}

/** The same give the code the same `Date` and `Math.random`. */
export interface CodeCircumstances {
  /** Milliseconds since 1970, when the code starts. */
  nowMs: number;
  /** Any text; what is drawn from it is known only to who knows the server's key. */
  seed: string;
}

export interface CodeRequest extends CodeSource, CodeLimits {
  /** `function`: a body that may `await` and `return`; `expression`: one value. */
  kind: 'function' | 'expression';
  /**
   * What will be asked for next, one after the other and with the same `signal`, once this has given its
   * value: a thread may go on with it right away. Called only when this goes to a thread.
   */
  ahead?: () => readonly CodeAhead[];
}

/** A function whose turn comes later; `LaterValue`s among its bindings stand for results before it. */
export interface CodeAhead extends CodeSource {
  timeoutMs: number;
  /** That its request will have. */
  seed: string;
}

export interface FirstTrueRequest extends CodeLimits {
  expressions: readonly CodeSource[];
}

export type CodeResult<Value> = (
  | { ok: true; value: Value; console: ConsoleLine[] }
  | { ok: false; error: CodeError; console: ConsoleLine[] }
) & {
  /** How many numbers a double can't hold were handed in as text. */
  exactNumbersAsText?: number;
};

/** What the code printed. */
export interface ConsoleLine {
  level: 'log' | 'info' | 'warn' | 'error';
  text: string;
}

export type CodeErrorCode =
  | 'CODE_SYNTAX'
  | 'CODE_THREW'
  | 'CODE_TIMEOUT'
  | 'CODE_OUT_OF_MEMORY'
  | 'CODE_OUTPUT_TOO_LARGE'
  | 'CODE_INPUT_INVALID'
  | 'CODE_RESULT_INVALID'
  | MissingValueCode
  | 'CANCELLED';

export interface CodeError {
  code: CodeErrorCode;
  message: string;
  /** In the author's own code, from 1. */
  line?: number;
  /** Which of several expressions, from 0. */
  index?: number;
}
