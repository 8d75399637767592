const WINDOW_MS = 1_000;
/**
 * Messages are constants of the code, so there are few kinds; should there be more, they share this one's
 * window.
 */
const MAX_KINDS = 500;
const OTHER_KINDS = 'other kinds';
const MAX_IDS = 20;

/** A line that was held back for others of its kind. */
export interface Repeated<Line> {
  /** The newest of them. */
  line: Line;
  /** How many it stands for, itself included. */
  count: number;
  /** What the others were about, the first 20. */
  ids: string[];
}

export interface RepeatLimit<Line> {
  /** Writes the line now, or counts it for the end of its kind's second. `id`: what it is about. */
  offer(kind: string, line: Line, id?: string): void;
  /** Writes what is held back; for the end of the process. */
  flush(): void;
}

interface Window<Line> {
  held: Repeated<Line> | null;
  timer: NodeJS.Timeout;
}

/**
 * At most one line a second of each kind: the first at once, and at the end of its second one that stands for
 * the rest.
 */
export function createRepeatLimit<Line>(
  writeFirst: (line: Line) => void,
  writeRepeated: (repeated: Repeated<Line>) => void,
): RepeatLimit<Line> {
  const windows = new Map<string, Window<Line>>();

  function open(kind: string): void {
    const timer = setTimeout(() => close(kind), WINDOW_MS);
    timer.unref();
    windows.set(kind, { held: null, timer });
  }

  function close(kind: string): void {
    const held = windows.get(kind)?.held ?? null;
    windows.delete(kind);
    if (held === null) return;
    open(kind);
    writeRepeated(held);
  }

  return {
    offer(asked, line, id) {
      const kind = windows.has(asked) || windows.size < MAX_KINDS ? asked : OTHER_KINDS;
      const window = windows.get(kind);
      if (window === undefined) {
        open(kind);
        writeFirst(line);
        return;
      }
      const { count, ids }: Omit<Repeated<Line>, 'line'> = window.held ?? { count: 0, ids: [] };
      if (id !== undefined && ids.length < MAX_IDS) ids.push(id);
      window.held = { line, count: count + 1, ids };
    },
    flush() {
      for (const { held, timer } of windows.values()) {
        clearTimeout(timer);
        if (held !== null) writeRepeated(held);
      }
      windows.clear();
    },
  };
}
