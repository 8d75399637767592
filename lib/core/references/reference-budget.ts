import { jsonLength } from '../../platform/text/json-length';
import { ResolveError } from './resolve-error';

const MIB = 1024 * 1024;

/**
 * The most characters of a field once its references are filled in: text as much as a request takes; the
 * first lines of a request less, since no server takes more; a value that is passed on unchanged as much
 * as a block may put out; and the values given to code as much as the sandbox takes.
 */
export const MOST_CHARACTERS = {
  text: 10 * MIB,
  line: MIB,
  value: 64 * MIB,
  code: 16 * MIB,
} as const;

/** The most characters from references in all fields of a run and of the runs that it calls. */
export const MOST_IN_A_RUN = 1_024 * MIB;

/** The work for each value besides its text; a field with very many short ones is large too. */
export const CHARACTERS_A_VALUE = 16;

/**
 * The limits of a run that others wait for: for one of its blocks, in all, and for its blocks' outputs.
 * Beyond them it continues elsewhere.
 */
export interface RoomHere {
  block: number;
  made: number;
  held: number;
}

export const ROOM_ON_THE_EVENT_LOOP: RoomHere = { block: MIB, made: 4 * MIB, held: 4 * MIB };

/** Thrown if the run is too large for where it runs. The block has not failed: it begins again elsewhere. */
export class Outgrown extends Error {
  override readonly name = 'Outgrown';
}

/**
 * Counts the characters that references make of their values, before they are made. All fields of a run
 * share one budget; a field is resolved in one go, so that they never interleave.
 */
export class ReferenceBudget {
  #made = 0;
  #held = 0;
  /** The value of `#made` at which the first limit is reached. */
  #until = 0;
  #blockStart = 0;
  #fieldStart = 0;
  #fieldMost = 0;
  #label = '';

  constructor(readonly here: RoomHere | null = null) {}

  /** Begins a block, an iteration or a tool call, which then resolves its fields. @throws Outgrown */
  begin(): void {
    this.#blockStart = this.#made;
    if (this.here !== null && this.#held > this.here.held) throw new Outgrown();
  }

  /** Begins a field; `label`: its name for people. */
  field(label: string, most: number): void {
    const { here } = this;
    this.#label = label;
    this.#fieldStart = this.#made;
    this.#fieldMost = most;
    const until = Math.min(this.#made + most, MOST_IN_A_RUN);
    this.#until = here === null ? until : Math.min(until, this.#blockStart + here.block, here.made);
  }

  /** @throws ResolveError REF_TOO_LARGE, Outgrown */
  charge(characters: number): void {
    this.#made += characters;
    if (this.#made > this.#until) this.#exceeded();
  }

  /** Charges the characters of its JSON, as far as known before it is written. @throws as `charge` */
  chargeValue(value: unknown): number {
    const characters = jsonLength(value, this.#until - this.#made);
    this.charge(characters);
    return characters;
  }

  /** The characters that the run's references have made, and its blocks have put out. */
  get size(): number {
    return this.#made + this.#held;
  }

  /** Counts a block's output, which stays for later blocks. */
  hold(characters: number): void {
    this.#held += characters;
  }

  /** Counts the result of an iteration, which stays: ten thousand may hold 3 KB of typed JSON each. */
  holdValue(value: unknown): void {
    if (this.here !== null) this.hold(jsonLength(value, MOST_CHARACTERS.value));
  }

  #exceeded(): never {
    const inField = this.#made - this.#fieldStart;
    if (inField > this.#fieldMost) throw tooLarge(this.#label, inField, this.#fieldMost);
    if (this.#made > MOST_IN_A_RUN) throw runTooLarge(this.#label);
    throw new Outgrown();
  }
}

function tooLarge(label: string, characters: number, most: number): ResolveError {
  return new ResolveError(
    'REF_TOO_LARGE',
    `${label} would have more than ${inMb(most)} once its references are filled in ` +
      `(${inMb(characters)} of it were counted). Use fewer references, or smaller values.`,
  );
}

function runTooLarge(label: string): ResolveError {
  return new ResolveError(
    'REF_TOO_LARGE',
    `The references of this run have made ${inMb(MOST_IN_A_RUN)} in all, which is the most; ` +
      `${label} would add to it. Use smaller values, or split the work over several runs.`,
  );
}

/** Writes characters in MB, with at most one decimal. */
const inMb = (characters: number): string => `${Math.ceil((characters / MIB) * 10) / 10} MB`;
