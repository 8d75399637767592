import { AppError } from '../errors';
import { FairGate } from '../fair-gate';
import { processSingleton } from '../process-singleton';

const MIB = 1024 * 1024;

export interface AnswerRoomLimits {
  /** The bytes of responses beyond which others wait. */
  bytes: number;
  /** The same for one owner. */
  ownBytes: number;
  maxWaiting: number;
  /** How long one waits before it is refused. */
  maxWaitMs: number;
}

const LIMITS: AnswerRoomLimits = {
  bytes: 64 * MIB,
  ownBytes: 32 * MIB,
  maxWaiting: 200,
  maxWaitMs: 20_000,
};

/** Gives back what was taken; further calls do nothing. */
export type Release = () => void;

/**
 * The large responses that a process has in memory: from reading their texts until they are sent. As many
 * begin as fit; the others wait, and owners (workspaces) take turns. One begins as long as less than the
 * limit is taken, so that a response of any size has its turn.
 */
export class AnswerRoom {
  readonly #gate: FairGate;

  constructor(limits: Partial<AnswerRoomLimits> = {}) {
    const { bytes, ownBytes, maxWaiting, maxWaitMs } = { ...LIMITS, ...limits };
    this.#gate = new FairGate({
      limit: bytes,
      ownLimit: ownBytes,
      overshoots: true,
      maxWaiting,
      maxWaitMs,
      refusal: noRoom,
    });
  }

  get takenBytes(): number {
    return this.#gate.held;
  }

  get waiting(): number {
    return this.#gate.waiting;
  }

  /**
   * Waits until a response of `bytes` may be read. `signal`: aborted when its caller leaves.
   * @throws AppError unavailable, when too many wait or for too long; the signal's reason
   */
  async take(owner: string, bytes: number, signal: AbortSignal): Promise<Release> {
    const { entered, leave } = this.#gate.visit(owner, { weight: bytes, signal });
    await entered;
    return leave;
  }
}

const noRoom = (): AppError =>
  new AppError(
    'unavailable',
    'The server is sending too many large responses at the moment. Try again in a few seconds.',
    { headers: { 'retry-after': '5' } },
  );

export const answerRoom = (): AnswerRoom => processSingleton('answers', () => new AnswerRoom());

/** Where large texts wait for memory before they are read. */
export interface Room {
  /**
   * Waits until a large response of `bytes` may be read into memory. It counts until the returned function is
   * called, or else until the response has been sent. `owner`: the workspace. @throws AppError unavailable
   */
  roomFor(owner: string, bytes: number): Promise<Release>;
}

/** The part of a request that its response's room depends on. */
interface Answered {
  signal: AbortSignal;
  /** Calls a function when the response has been sent or its caller has left. */
  whenAnswered(end: () => void): void;
}

/** Returns the room for the response to a request, or for parts of it in turn. */
export function roomForAnswer({ signal, whenAnswered }: Answered): Room['roomFor'] {
  const held = new Set<Release>();
  let isWatched = false;
  const releaseAll = (): void => {
    for (const release of held) release();
  };
  return async (owner, bytes) => {
    const giveBack = await answerRoom().take(owner, bytes, signal);
    const release = (): void => {
      held.delete(release);
      giveBack();
    };
    held.add(release);
    if (!isWatched) whenAnswered(releaseAll);
    isWatched = true;
    return release;
  };
}

/** For callers that read no large texts. */
export const NO_ROOM: Room = {
  roomFor: async () => {
    throw new Error('This caller has no room for large texts.');
  },
};
