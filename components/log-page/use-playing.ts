'use client';

import { useCallback, useEffect, useState } from 'react';

/** Milliseconds in which a whole run is played. */
const PLAYED_MS = 8_000;

/** A position between 0 and 1 that advances while it plays and stops at the end. */
export function usePlaying(first: number) {
  const [at, setAt] = useState(first);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    let lastMs: number | null = null;
    let frame = requestAnimationFrame(function go(nowMs) {
      const passed = lastMs === null ? 0 : (nowMs - lastMs) / PLAYED_MS;
      lastMs = nowMs;
      setAt((before) => Math.min(1, before + passed));
      frame = requestAnimationFrame(go);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  useEffect(() => {
    if (at >= 1) setPlaying(false);
  }, [at]);
  /** Moves to a position and stops playing. */
  const goTo = useCallback((place: number) => {
    setPlaying(false);
    setAt(Math.max(0, Math.min(1, place)));
  }, []);
  const toggle = useCallback(() => {
    setAt((before) => (before >= 1 ? 0 : before));
    setPlaying((before) => !before);
  }, []);
  return { at, isPlaying, goTo, toggle };
}
