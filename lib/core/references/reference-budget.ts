import { jsonLength } from '../../platform/text/json-length';
import { ResolveError } from './resolve-error';

const MIB = 1024 * 1024;

/**
 * What a field may hold once its references are filled in, in characters: text as much as a request takes;
 * what goes into the first lines of a request less, since no server takes more; a value that is handed on as
 * it is as much as a block may put out; and the values given to code as much as the sandbox takes.
 */
export const MOST_CHARACTERS = {
  text: 10 * MIB,
  line: MIB,
  value: 64 * MIB,
  code: 16 * MIB,
} as const;

/** What references may make in all fields of a run, with the runs that it calls, however often they run. */
export const MOST_IN_A_RUN = 1_024 * MIB;

/** Beside its text each value takes some work; a field with very many short ones is large too. */
export const CHARACTERS_A_VALUE = 16;

/**
 * What a run may do where others wait for it: for one of its blocks, in all, and what its blocks have put
 * out. With more it goes on elsewhere.
 */
export interface RoomHere {
  block: number;
  made: number;
  held: number;
}

export const ROOM_ON_THE_EVENT_LOOP: RoomHere = { block: MIB, made: 16 * MIB, held: 4 * MIB };

/** The run is too large for where it runs. No failure of the block: it is begun again elsewhere. */
export class Outgrown extends Error {
  override readonly name = 'Outgrown';
}

/**
 * Counts what references make of their values, before it is made. All fields of a run share one; a field is
 * resolved in one go, so that they never interleave.
 */
export class ReferenceBudget {
  #made = 0;
  #held = 0;
  /** Where `#made` reaches the first of the limits. */
  #until = 0;
  #blockStart = 0;
  #fieldStart = 0;
  #fieldMost = 0;
  #label = '';

  constructor(readonly here: RoomHere | null = null) {}

  /** A block, an iteration or a call of a tool begins to resolve its fields. @throws Outgrown */
  begin(): void {
    this.#blockStart = this.#made;
    if (this.here !== null && this.#held > this.here.held) throw new Outgrown();
  }

  /** A field begins; `label`: what people know it by. */
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

  /** As much as its JSON has, as far as that is known before it is written. @throws as `charge` */
  chargeValue(value: unknown): number {
    const characters = jsonLength(value, this.#until - this.#made);
    this.charge(characters);
    return characters;
  }

  /** What a block has put out stays for later ones. */
  hold(characters: number): void {
    this.#held += characters;
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

/** With one digit behind the point where that tells something. */
const inMb = (characters: number): string => `${Math.ceil((characters / MIB) * 10) / 10} MB`;
