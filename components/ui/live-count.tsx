'use client';

import { useEffect, useRef, useState } from 'react';

/** Numbers that change by themselves are said no more often. */
const GAP_MS = 15_000;

interface LiveCountProps {
  /** Null while it is not known. */
  text: string | null;
  /** What is counted, the person's filters for example: once it is another, the text is said at once. */
  about: string;
}

/** A number that screen readers say when it changes, without seeing it. */
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
