/** Outputs by slug as one iteration sees them: its own, then those around it. Nothing is copied. */
export class ScopeOutputs {
  readonly #own = new Map<string, unknown>();

  constructor(readonly around: Pick<ReadonlyMap<string, unknown>, 'get'> | null = null) {}

  get(slug: string): unknown {
    const own = this.#own.get(slug);
    return own === undefined ? this.around?.get(slug) : own;
  }

  set(slug: string, output: unknown): void {
    this.#own.set(slug, output);
  }
}
