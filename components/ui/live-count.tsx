'use client';

import { useEffect, useRef, useState } from 'react';

/** The minimum time between announcements of numbers that change by themselves. */
const GAP_MS = 15_000;

interface LiveCountProps {
  /** Null while it is unknown. */
  text: string | null;
  /** The counted set, for example the person's filters: if it changes, the text is announced immediately. */
  about: string;
}

/** A number that is announced to screen readers when it changes, and not shown. */
export function LiveCount({ text, about }: LiveCountProps) {
  const [said, setSaid] = useState(text ?? '');
  const last = useRef({ about, atMs: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (text === null || text === said) return;
    const say = () => {
      last.current = { about, atMs: performance.now() };
      setSaid(text);
    };
    const restMs = last.current.about === about ? last.current.atMs + GAP_MS - performance.now() : 0;
    const timer = setTimeout(say, Math.max(0, restMs));
    return () => clearTimeout(timer);
  }, [text, about, said]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
