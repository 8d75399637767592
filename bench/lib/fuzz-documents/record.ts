import type { Answer } from './ask';

/** One call of the API, or one local operation on a document, with its duration. */
export interface Step {
  number: number;
  what: string;
  startedAtMs: number;
  ms: number;
  status: number;
}

/** A failed check. `--seed S --only N` reproduces it. */
export interface Finding {
  number: number;
  what: string;
  words: string;
}

/** An accepted run, and the way it was started. */
interface StartedRun {
  number: number;
  executionId: string;
}

const now = (): number => performance.timeOrigin + performance.now();

/** All results up to now. */
export class FuzzRecord {
  readonly steps: Step[] = [];
  readonly findings: Finding[] = [];
  readonly accepted: StartedRun[] = [];
  readonly documents = new Map<number, { words: string; bytes: number; outcome: string }>();
  readonly outcomes = new Map<string, number>();

  get runs(): number {
    return this.accepted.length;
  }

  count(outcome: string, by = 1): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + by);
  }

  find(number: number, what: string, words: string): void {
    this.findings.push({ number, what, words });
  }

  started(number: number, executionIds: readonly string[]): void {
    for (const executionId of executionIds) this.accepted.push({ number, executionId });
  }

  async timed(number: number, what: string, work: () => Promise<Answer>): Promise<Answer> {
    const startedAtMs = now();
    const answer = await work();
    const { status } = answer;
    this.steps.push({ number, what, startedAtMs, ms: now() - startedAtMs, status });
    this.count(`${what} ${status}`);
    return answer;
  }

  /** Measures local work of the bench with code of the product. */
  here<Value>(number: number, what: string, work: () => Value): Value {
    const startedAtMs = now();
    const value = work();
    this.steps.push({ number, what, startedAtMs, ms: now() - startedAtMs, status: 200 });
    return value;
  }
}
