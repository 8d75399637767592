'use client';

import { useEffect, useRef, useState } from 'react';
import type { JsonRow } from './json-rows';
import type { TreeSource } from './json-tree-view';
import type { RemoteQuestion } from './remote-json.worker';
import type { RemoteSource } from './remote-source';

/** Rows requested above and below those in view. */
const MARGIN_ROWS = 60;

export type RemoteJson =
  | { status: 'loading' }
  | { status: 'failed'; problem: string }
  | { status: 'ready'; source: TreeSource };

interface Shown {
  count: number;
  from: number;
  rows: readonly JsonRow[];
}

/** The rows of a value that a worker fetches and keeps; `from` must not change while it is shown. */
export function useRemoteJson(from: RemoteSource): RemoteJson {
  const [thread, setThread] = useState<Thread | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = useRef({ from: 0, to: 0 });
  const key = JSON.stringify(from);
  useEffect(() => {
    const started = startThread((why) => setProblem(why));
    setThread(started);
    setShown(null);
    setProblem(null);
    started
      .ask<number>({ ask: 'load', from: JSON.parse(key) })
      .then((count) => setShown({ count, from: 0, rows: [] }))
      .catch((error: Error) => setProblem(error.message));
    return started.stop;
  }, [key]);
  if (problem !== null) return { status: 'failed', problem };
  if (thread === null || shown === null) return { status: 'loading' };

  /** Loads the rows before the count is updated, so that both change in one render. */
  const show = async (count: number, around: { from: number; to: number }) => {
    const first = Math.max(0, around.from - MARGIN_ROWS);
    wanted.current = { from: first, to: around.to + MARGIN_ROWS };
    const { to } = wanted.current;
    const rows = await thread.ask<JsonRow[]>({ ask: 'slice', from: first, to });
    if (wanted.current.from === first && wanted.current.to === to) setShown({ count, from: first, rows });
  };
  const fail = (error: Error) => setProblem(error.message);
  const source: TreeSource = {
    value: thread,
    count: shown.count,
    want(start, end) {
      const to = Math.min(end, shown.count);
      const isThere = start >= shown.from && to <= shown.from + shown.rows.length;
      const isAsked = start >= wanted.current.from && to <= wanted.current.to;
      if (!isThere && !isAsked) void show(shown.count, { from: start, to }).catch(fail);
    },
    slice(start, end) {
      const to = Math.min(end, shown.count);
      return Array.from({ length: Math.max(0, to - start) }, (_, at) => shown.rows[start + at - shown.from]);
    },
    toggle(index) {
      const around = { from: Math.max(shown.from, index - MARGIN_ROWS), to: index + MARGIN_ROWS };
      thread
        .ask<number>({ ask: 'toggle', index })
        .then((count) => show(count, around))
        .catch(fail);
    },
    find: (needle) => thread.ask<number>({ ask: 'find', needle }),
    async reveal(match) {
      const { row, count } = await thread.ask<{ row: number; count: number }>({ ask: 'reveal', match });
      await show(count, { from: row, to: row + 1 });
      return row;
    },
    textOf: (row) => thread.ask<string>({ ask: 'text', row }),
  };
  return { status: 'ready', source };
}

interface Thread {
  ask: <T>(question: RemoteQuestion) => Promise<T>;
  stop: () => void;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

function startThread(onBroken: (problem: string) => void): Thread {
  const worker = new Worker(new URL('./remote-json.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent<{ number: number; answer: never; problem?: string }>) => {
    const { number, answer, problem } = data;
    const one = waiting.get(number);
    waiting.delete(number);
    if (problem === undefined) one?.resolve(answer);
    else one?.reject(new Error(problem));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    onBroken('This browser has no room for a value of this size. Download it instead.');
  };
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        worker.postMessage({ number: count, question });
      }),
    stop: () => worker.terminate(),
  };
}
