/** Runs authors' code in isolation: no network, files, timers or process, and with enforced limits. */
export interface CodeRunner {
  /** Returns the value of the code. Never rejects for anything the code does. */
  run(request: CodeRequest): Promise<CodeResult<unknown>>;
  /**
   * Returns the index of the first true expression, null when none is. All are compiled before the first is
   * evaluated.
   */
  firstTrue(request: FirstTrueRequest): Promise<CodeResult<number | null>>;
}

/** Source code and its variables; JSON-like values only. */
export interface CodeSource {
  code: string;
  bindings: Readonly<Record<string, unknown>>;
  /** Variables without a value, with the reason as an error that is thrown only when code reads one. */
  missing?: Readonly<Record<string, MissingValue>>;
}

export interface MissingValue {
  code: MissingValueCode;
  message: string;
}

export type MissingValueCode = 'REF_PATH_NOT_FOUND' | 'REF_OUT_OF_SCOPE' | 'VARIABLE_NOT_FOUND';

/**
 * A placeholder, among the variables of code that runs ahead, for a result of earlier code in the chain.
 * Its members can be accessed, but it can't be serialized.
 */
export class LaterValue {
  readonly #from: number;
  readonly #path: ReadonlyArray<string | number>;

  /** `from`: the index in the chain of the code that gives it, from 0. */
  constructor(from: number, path: ReadonlyArray<string | number> = []) {
    this.#from = from;
    this.#path = path;
  }

  get from(): number {
    return this.#from;
  }

  /** The path of the value in that result. */
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
  /** Wall-clock ms for the code, from its start; at most the runner's own limit. */
  timeoutMs?: number;
  signal: AbortSignal;
  /** The time and the random seed of the code; the system's own by default. */
  circumstances?: CodeCircumstances;
}

/** Equal circumstances give the code the same `Date` and `Math.random`. */
export interface CodeCircumstances {
  /** Milliseconds since 1970, when the code starts. */
  nowMs: number;
  /** Any text; the numbers drawn from it can't be predicted without the server's key. */
  seed: string;
  /** Returns the random bytes for a seed in place of the server's: at least 16 bytes, in base64url. */
  draw?: ((seed: string) => string) | undefined;
}

export interface CodeRequest extends CodeSource, CodeLimits {
  /** `function`: a body that may `await` and `return`; `expression`: one value. */
  kind: 'function' | 'expression';
  /**
   * Returns the requests that will follow, one after the other and with the same `signal`, once this one
   * has a value: a thread may run them immediately. Called only when this request goes to a thread.
   */
  ahead?: () => readonly CodeAhead[];
}

/**
 * A function whose turn comes later; `LaterValue`s among its bindings are placeholders for earlier results.
 */
export interface CodeAhead extends CodeSource {
  timeoutMs: number;
  /** The seed that its request will have. */
  seed: string;
}

export interface FirstTrueRequest extends CodeLimits {
  expressions: readonly CodeSource[];
}

export type CodeResult<Value> = (
  | { ok: true; value: Value; console: ConsoleLine[] }
  | { ok: false; error: CodeError; console: ConsoleLine[] }
) & {
  /** The number of values passed in as text because a double can't hold them. */
  exactNumbersAsText?: number;
};

/** A line that the code printed. */
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
  /** The line in the author's own code, from 1. */
  line?: number;
  /** The index among several expressions, from 0. */
  index?: number;
}
