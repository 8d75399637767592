'use client';

import { useEffect } from 'react';

/**
 * `chat-embed.js` on the page around the frame closes it. The message holds nothing that others may not know.
 */
export function closeFrame(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.parent.postMessage('millrace-chat-close', '*');
}

/** Escape closes an embedded chat: the page around it does not see keys that are pressed in the frame. */
export function useFrameKeys(isEmbedded: boolean): void {
  useEffect(() => {
    if (!isEmbedded) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) closeFrame();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isEmbedded]);
}
