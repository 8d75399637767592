'use client';

import { useEffect, useRef } from 'react';

/**
 * Takes files that are dropped anywhere on the page, which the browser would otherwise open in its place.
 * @param take null: they are ignored
 */
export function useFileDrop(take: ((files: File[], event: DragEvent) => void) | null): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!isOfFiles(event) || event.defaultPrevented || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latest.current === null ? 'none' : 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current?.(files, event);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
