import { AppError } from '../errors';
import { processSingleton } from '../process-singleton';
import { TurnQueue } from '../turn-queue';

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

interface Waiting {
  bytes: number;
  begin: (release: Release) => void;
}

/**
 * The large responses that a process has in memory: from reading their texts until they are sent. As many
 * begin as fit; the others wait, and owners (workspaces) take turns. One begins as long as less than the
 * limit is taken, so that a response of any size has its turn.
 */
export class AnswerRoom {
  readonly #limits: AnswerRoomLimits;
  readonly #waiting = new TurnQueue<Waiting>();
  readonly #byOwner = new Map<string, number>();
  #taken = 0;

  constructor(limits: Partial<AnswerRoomLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get takenBytes(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits until a response of `bytes` may be read. `signal`: aborted when its caller leaves.
   * @throws AppError unavailable, when too many wait or for too long; the signal's reason
   */
  async take(owner: string, bytes: number, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    if (this.#hasRoom(owner)) return this.#begin(owner, bytes);
    if (this.#waiting.size >= this.#limits.maxWaiting) throw noRoom();
    return this.#wait(owner, bytes, signal);
  }

  #wait(owner: string, bytes: number, signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const item: Waiting = {
        bytes,
        begin: (release) => {
          end();
          resolve(release);
        },
      };
      const giveUp = (reason: unknown): void => {
        end();
        this.#waiting.remove(owner, item);
        reject(reason);
      };
      const leave = (): void => giveUp(signal.reason);
      const timer = setTimeout(() => giveUp(noRoom()), this.#limits.maxWaitMs);
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(owner, item);
    });
  }

  #hasRoom(owner: string): boolean {
    return this.#taken < this.#limits.bytes && (this.#byOwner.get(owner) ?? 0) < this.#limits.ownBytes;
  }

  #begin(owner: string, bytes: number): Release {
    this.#add(owner, bytes);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#add(owner, -bytes);
      this.#beginWaiting();
    };
  }

  #beginWaiting(): void {
    for (;;) {
      let owner = '';
      const next = this.#waiting.take((each) => {
        owner = each;
        return this.#hasRoom(each);
      });
      if (next === undefined) return;
      next.begin(this.#begin(owner, next.bytes));
    }
  }

  #add(owner: string, bytes: number): void {
    this.#taken += bytes;
    const own = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (own === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, own);
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
