'use client';

import { useEffect, useMemo, useState } from 'react';
import { writeJson } from '@/lib/platform/text/json-text';
import type { FoundPaths } from './json-paths';
import type { PathQuestion } from './json-paths.worker';

const PAUSE_MS = 150;
const LIMIT_MS = 3_000;
const TOO_SLOW: FoundPaths = {
  problem: 'This takes too long. Make the path more specific, with fewer “..” and filters.',
};

/** Returns the matches of a JSONPath in `value`; null during the search, or without a path. */
export function useJsonPaths(value: unknown, path: string): FoundPaths | null {
  const finder = useMemo(() => createFinder(value), [value]);
  const [answer, setAnswer] = useState<{ path: string; finder: object; found: FoundPaths } | null>(null);
  useEffect(() => finder.stop, [finder]);
  useEffect(() => {
    if (path === '') return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const found = await finder.find(path);
      if (!isOver) setAnswer({ path, finder, found });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [finder, path]);
  return answer !== null && answer.path === path && answer.finder === finder ? answer.found : null;
}

interface Asked {
  number: number;
  answer: (found: FoundPaths) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Evaluates paths in a worker: one that takes too long is terminated with it. */
function createFinder(value: unknown) {
  let worker: Worker | null = null;
  let asked: Asked | null = null;
  let count = 0;
  const end = (found: FoundPaths) => {
    if (asked === null) return;
    clearTimeout(asked.timer);
    asked.answer(found);
    asked = null;
  };
  const stop = () => {
    worker?.terminate();
    worker = null;
    end(TOO_SLOW);
  };
  const start = (): Worker => {
    const made = new Worker(new URL('./json-paths.worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<{ number: number; found: FoundPaths }>) => {
      if (data.number === asked?.number) end(data.found);
    };
    made.onerror = () => {
      end({ problem: 'The search could not be started in this browser.' });
      stop();
    };
    tell(made, { json: writeJson(value) ?? 'null' });
    return made;
  };
  return {
    stop,
    find(path: string): Promise<FoundPaths> {
      // A previous search that is still running is abandoned.
      if (asked !== null) stop();
      worker ??= start();
      count += 1;
      const number = count;
      const answered = new Promise<FoundPaths>((answer) => {
        asked = { number, answer, timer: setTimeout(stop, LIMIT_MS) };
      });
      tell(worker, { path, number });
      return answered;
    },
  };
}

const tell = (worker: Worker, question: PathQuestion) => worker.postMessage(question);
