const WINDOW_MS = 1_000;
/**
 * Messages are constants of the code, so there are few kinds; beyond this number, further kinds share one
 * window.
 */
const MAX_KINDS = 500;
const OTHER_KINDS = 'other kinds';
const MAX_IDS = 20;

/** A line that was held back in favour of others of its kind. */
export interface Repeated<Line> {
  /** The newest of the held lines. */
  line: Line;
  /** The number of lines that it represents, itself included. */
  count: number;
  /** The ids of the held lines, the first 20. */
  ids: string[];
}

export interface RepeatLimit<Line> {
  /** Writes the line now, or counts it until the end of its kind's second. `id`: the subject of the line. */
  offer(kind: string, line: Line, id?: string): void;
  /** Writes all held lines; call it at the end of the process. */
  flush(): void;
}

interface Window<Line> {
  held: Repeated<Line> | null;
  timer: NodeJS.Timeout;
}

/**
 * Creates a limit of one line a second for each kind: the first is written immediately, and at the end of
 * its second one that represents the rest.
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
