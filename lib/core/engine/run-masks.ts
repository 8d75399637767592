import type { BlockPart } from '../blocks/block-part';
import type { Secret } from '../blocks/secret';
import { Redaction } from '../redaction/redaction';
import { NO_RULES, RUN_INPUT } from '../redaction/rules';
import { slugOf } from '../references/slug';
import type { SpanEnd } from './block-span';
import type { CompiledBlock } from './compile-block';
import type { CompiledWorkflow } from './compile-workflow';
import type { Masker } from './masker';
import type { JournalEntry, RunPorts } from './ports';
import { redactingMasker } from './redacting-masker';

/** What is masked and redacted of a run: it grows while the run goes on. */
export class RunMasks {
  readonly #onDefect: RunPorts['onDefect'];
  #secret: Masker;
  /** Masks secrets and the values that redaction has found; the same as `#secret` in a run that redacts nothing. */
  #found: Masker;
  /** Also redacts in place. */
  #shown: Masker;
  #redaction: Redaction | null;

  constructor(ports: RunPorts, masker: Masker, input: unknown) {
    this.#onDefect = ports.onDefect;
    this.#secret = masker;
    this.#found = masker;
    this.#shown = masker;
    this.#redaction = redactionOf(ports);
    this.#search(RUN_INPUT, input);
    this.#renew();
  }

  /** Masks secrets alone. */
  get secret(): Masker {
    return this.#secret;
  }

  /** For what is stored or shown of the run. */
  get shown(): Masker {
    return this.#shown;
  }

  add(secrets: readonly (string | Secret)[] | undefined): void {
    if (!secrets || secrets.length === 0) return;
    const redacted = secrets.filter(isRedacted);
    // The values that another run has redacted come from callers, and from runs that this one has called.
    if (redacted.length > 0) {
      this.#redaction ??= new Redaction(NO_RULES);
      this.#redaction.add(redacted);
    }
    this.#secret = this.#secret.with(secrets.filter((secret) => !isRedacted(secret)));
    this.#found = this.#redaction === null ? this.#secret : this.#found.with(secrets);
    this.#renew();
  }

  /** Finds what is to be redacted in a block that has ended. */
  find(
    { slug, starts }: Pick<CompiledBlock, 'slug' | 'starts'>,
    { input, output }: SpanEnd,
    parts: readonly BlockPart[] = [],
  ): void {
    if (this.#redaction === null) return;
    for (const part of parts) for (const value of [part.input, part.output]) this.#search(null, value);
    this.#search(starts ? RUN_INPUT : null, input);
    this.#search(slug, output);
    if (starts) this.#search(RUN_INPUT, output);
  }

  /** The same of a restored one: its span is redacted already, but not what later blocks get of it. */
  findRestored(compiled: CompiledWorkflow, { blockId, output }: JournalEntry): void {
    if (this.#redaction === null) return;
    const block = compiled.document.blocks[blockId];
    this.#search(block ? slugOf(block.name) : null, output);
    if (compiled.blocks.some(({ id, starts }) => starts && id === blockId)) this.#search(RUN_INPUT, output);
  }

  #search(head: string | null, value: unknown): void {
    if (this.#redaction === null) return;
    const { size } = this.#redaction.found;
    this.#redaction.search(head, value);
    if (this.#redaction.found.size > size) this.#renew();
  }

  #renew(): void {
    if (this.#redaction === null) {
      this.#shown = this.#found;
      return;
    }
    this.#found = this.#found.with([...this.#redaction.found.values()]);
    this.#shown = redactingMasker(this.#found, this.#redaction, (cause) => this.#onDefect?.(cause, null));
  }
}

const isRedacted = (secret: string | Secret): secret is Secret =>
  typeof secret !== 'string' && secret.redacted === true;

/** Returns what redacts values of this run; null if nothing does. */
function redactionOf({ redaction, callersSecrets = [] }: RunPorts): Redaction | null {
  const found = callersSecrets.filter(isRedacted);
  if (redaction === undefined && found.length === 0) return null;
  const made = new Redaction(redaction ?? NO_RULES);
  made.add(found);
  return made;
}
