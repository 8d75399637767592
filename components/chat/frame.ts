'use client';

import { useEffect } from 'react';

/**
 * Asks `chat-embed.js` on the surrounding page to close the frame. The message contains nothing
 * confidential.
 */
export function closeFrame(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.parent.postMessage('millrace-chat-close', '*');
}

/** Closes an embedded chat on Escape: the surrounding page does not see keys pressed in the frame. */
export function useFrameKeys(isEmbedded: boolean): void {
  useEffect(() => {
    if (!isEmbedded) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeFrame();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isEmbedded]);
}
