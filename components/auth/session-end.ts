'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { isSigningOut } from '@/components/page/sign-out';
import { ApiError, client, createClient } from '@/lib/platform/http/client';
import { getMeEndpoint } from '@/lib/services/accounts/endpoints';

/** What is being typed doesn't run into the password. */
const TYPING_PAUSE_MS = 700;
/** next-auth tells the browser's other tabs of a sign-out by writing this into the local storage. */
const SIGN_OUT_KEY = 'nextauth.message';

interface Wait {
  settled: Promise<void>;
  settle: () => void;
}

/** Asks who is signed in, and takes "nobody" for an answer. */
const plainClient = createClient();

/**
 * Holds every call that finds the session over, until it is `restored`; then each is made again. What is on
 * the page stays as it is. `isOver`: the person should be asked to sign in. `onSignOut`: another tab of this
 * browser signed out.
 */
export function useSessionEnd(userId: string, onSignOut: () => void) {
  const [isOver, setIsOver] = useState(false);
  const wait = useRef<Wait>(undefined);
  const restored = useCallback(() => {
    wait.current?.settle();
    wait.current = undefined;
    setIsOver(false);
  }, []);
  useEffect(() => {
    const pause = typingPause();
    const stop = client.onSignedOut(() => {
      wait.current ??= newWait();
      if (!isSigningOut()) pause.then(() => setIsOver(wait.current !== undefined));
      return wait.current.settled;
    });
    return () => {
      stop();
      pause.end();
    };
  }, []);
  useEffect(() => {
    if (!isOver) return;
    // Signed in in another tab.
    const look = async () => {
      if (document.visibilityState === 'visible' && (await signedInId()) === userId) restored();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOver, userId, restored]);
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === SIGN_OUT_KEY && newValue?.includes('"signout"')) onSignOut();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [onSignOut]);
  return { isOver, restored };
}

function newWait(): Wait {
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { settled, settle };
}

async function signedInId(): Promise<string | null> {
  try {
    return (await plainClient.call(getMeEndpoint, {})).id;
  } catch (error) {
    if (error instanceof ApiError || error instanceof TypeError) return null;
    throw error;
  }
}

/** `then` calls at once, or as soon as no key has been pressed for a moment. */
function typingPause() {
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (event: KeyboardEvent) => {
    lastKeyAt = event.timeStamp;
  };
  window.addEventListener('keydown', note, true);
  const then = (run: () => void) => {
    clearTimeout(timer);
    const restMs = lastKeyAt + TYPING_PAUSE_MS - performance.now();
    if (restMs <= 0) run();
    else timer = setTimeout(() => then(run), restMs);
  };
  return {
    then,
    end: () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', note, true);
    },
  };
}
