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
  | 'CANCELLED';

export interface CodeError {
  code: CodeErrorCode;
  message: string;
  /** In the author's own code, from 1. */
  line?: number;
  /** Which of several expressions, from 0. */
  index?: number;
}
