import { AppError } from '../../errors';
import { type BodyLimits, SMALL_BODY_BYTES } from './body-limits';
import { nameOf, type Payer, SHARES } from './payers';

/** The last quarter of the memory is reserved for small bodies, so that large ones never block them. */
const LARGE_SHARE = 3 / 4;
/** Slow senders are detected after ten seconds; most bodies are done much sooner. */
const RETRY_AFTER_SECONDS = '5';

type Limits = Pick<BodyLimits, 'memoryBytes' | 'diskBytes'>;

export interface HeldBytes {
  memory: number;
  disk: number;
}

/**
 * The bytes that bodies hold, in total and for each payer. It only counts: callers ask before they allocate
 * bytes, and may be refused.
 */
export class BodyBudget {
  readonly #all: HeldBytes = { memory: 0, disk: 0 };
  readonly #byPayer = new Map<string, HeldBytes>();

  constructor(readonly limits: Limits) {}

  get held(): Readonly<HeldBytes> {
    return this.#all;
  }

  /** The number of payers that hold anything. */
  get payers(): number {
    return this.#byPayer.size;
  }

  /**
   * Reserves bytes. `isSmall`: true for a small body.
   * @throws AppError rate_limited when a payer's share is used up, unavailable when all of it is
   */
  take(payers: readonly Payer[], { memory, disk }: HeldBytes, isSmall: boolean): void {
    for (const payer of payers) this.#requireShare(payer, memory, disk);
    const { memoryBytes, diskBytes } = this.limits;
    const mostMemory = isSmall ? memoryBytes : memoryBytes * LARGE_SHARE;
    if (exceeds(this.#all.memory, memory, mostMemory) || exceeds(this.#all.disk, disk, diskBytes))
      throw new AppError(
        'unavailable',
        'The server is receiving too many large requests at the moment. Send it again in a few seconds.',
        { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
      );
    this.#add(payers, memory, disk);
  }

  giveBack(payers: readonly Payer[], { memory, disk }: HeldBytes): void {
    this.#add(payers, -memory, -disk);
  }

  #requireShare(payer: Payer, memory: number, disk: number): void {
    const held = this.#byPayer.get(nameOf(payer));
    const { share, words } = SHARES[payer.kind];
    const { memoryBytes, diskBytes } = this.limits;
    const isOver =
      exceeds(held?.memory ?? 0, memory, memoryBytes * share) ||
      exceeds(held?.disk ?? 0, disk, diskBytes * share);
    if (!isOver) return;
    throw new AppError('rate_limited', `${words} Wait until some of them have ended, then send it again.`, {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }

  #add(payers: readonly Payer[], memory: number, disk: number): void {
    this.#all.memory += memory;
    this.#all.disk += disk;
    for (const payer of payers) {
      const name = nameOf(payer);
      const held = this.#byPayer.get(name);
      if (held === undefined) this.#byPayer.set(name, { memory, disk });
      else {
        held.memory += memory;
        held.disk += disk;
        if (held.memory === 0 && held.disk === 0) this.#byPayer.delete(name);
      }
    }
  }
}

/** Returns true if `more` exceeds the limit. A request for nothing is never refused, nor is a body alone. */
const exceeds = (held: number, more: number, most: number): boolean =>
  more > 0 && held > 0 && held + more > most;

/** The bytes that one body holds of a budget. */
export class BodyHold {
  #memory = 0;
  #disk = 0;

  constructor(
    readonly budget: BodyBudget,
    readonly payers: readonly Payer[],
  ) {}

  get disk(): number {
    return this.#disk;
  }

  /**
   * Reserves additional bytes first, then returns surplus ones. @throws AppError rate_limited, unavailable
   */
  setTo(memory: number, disk: number): void {
    const more = { memory: Math.max(0, memory - this.#memory), disk: Math.max(0, disk - this.#disk) };
    this.budget.take(this.payers, more, memory + disk <= SMALL_BODY_BYTES);
    const less = { memory: Math.max(0, this.#memory - memory), disk: Math.max(0, this.#disk - disk) };
    if (less.memory > 0 || less.disk > 0) this.budget.giveBack(this.payers, less);
    this.#memory = memory;
    this.#disk = disk;
  }

  release(): void {
    if (this.#memory > 0 || this.#disk > 0) this.setTo(0, 0);
  }
}
