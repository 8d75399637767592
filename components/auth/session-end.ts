'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { isSigningOut } from '@/components/page/sign-out';
import { ApiError, client, createClient, UnreachableError } from '@/lib/platform/http/client';
import { getMeEndpoint } from '@/lib/services/accounts/endpoints';

/** Milliseconds without a key press before the dialog opens; keeps typing out of the password field. */
const TYPING_PAUSE_MS = 700;
/** The local-storage key through which next-auth tells the browser's other tabs of a sign-out. */
const SIGN_OUT_KEY = 'nextauth.message';

interface Wait {
  settled: Promise<void>;
  settle: () => void;
}

/** A client without the sign-out handling, to ask for the session: "nobody" is a valid response here. */
const plainClient = createClient();

/**
 * Holds every call that finds the session over until `restored` is called, then repeats it. The page
 * keeps its content. `isOver`: the person should be asked to sign in. `onSignOut` is called when another
 * tab of this browser signs out.
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
    // Detects a sign-in in another tab.
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
    if (error instanceof ApiError || error instanceof UnreachableError) return null;
    throw error;
  }
}

/** `then` runs its callback immediately, or as soon as no key was pressed for `TYPING_PAUSE_MS`. */
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
