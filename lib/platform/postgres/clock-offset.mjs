// @ts-check

/** A difference that people notice in schedules and in the order of logs. */
const WARN_MS = 1_000;
/** Beyond this, receivers refuse signed webhooks, and links expire early or late. */
const LIMIT_MS = 60_000;

/**
 * Returns by how many ms the database's clock is surely ahead of this process's (negative: behind), 0 within the
 * uncertainty of the round trip. It is plain JavaScript because the supervisor loads it unbuilt.
 * @param {{sentAtMs: number, receivedAtMs: number, databaseMs: number}} sample in ms since 1970
 */
export function clockOffsetMs({ sentAtMs, receivedAtMs, databaseMs }) {
  // Our clock is read in whole milliseconds; a fraction of one would look like a difference.
  const wholeMs = Math.floor(databaseMs);
  if (wholeMs < sentAtMs) return wholeMs - sentAtMs;
  return wholeMs > receivedAtMs ? wholeMs - receivedAtMs : 0;
}

/**
 * Judges an offset in ms: `words` say what is wrong, null if it is small; `isBeyondLimit` is true if the process
 * must not serve.
 * @param {number} offsetMs
 * @returns {{words: string | null, isBeyondLimit: boolean}}
 */
export function judgeOffset(offsetMs) {
  const isBeyondLimit = Math.abs(offsetMs) > LIMIT_MS;
  if (Math.abs(offsetMs) <= WARN_MS) return { words: null, isBeyondLimit };
  const seconds = (Math.abs(offsetMs) / 1000).toFixed(1);
  const side = offsetMs > 0 ? 'behind' : 'ahead of';
  return { words: `this machine's clock is ${seconds} s ${side} the database's`, isBeyondLimit };
}
