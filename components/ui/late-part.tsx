'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Notice } from './notice';

type Coming<Module> = { module: Module | null; hasFailed: boolean };

const COMING: Coming<never> = { module: null, hasFailed: false };
const FAILED: Coming<never> = { module: null, hasFailed: true };

type LateModule<Module> = ReturnType<typeof lateModule<Module>>;

/** A module that is loaded on first use. `load`: its `import()`. */
export function lateModule<Module>(load: () => Promise<Module>) {
  let state: Coming<Module> = COMING;
  let isAsked = false;
  const waiting = new Set<() => void>();
  const enter = (next: Coming<Module>) => {
    state = next;
    for (const tell of waiting) tell();
  };
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    load().then(
      (module) => enter({ module, hasFailed: false }),
      (error: unknown) => {
        console.warn('A part of this page could not be loaded.', error);
        isAsked = false;
        enter(FAILED);
      },
    );
  };
  return {
    /** Starts loading, for example when the pointer is over the control that opens it. */
    ask,
    current: () => state,
    subscribe: (tell: () => void) => {
      waiting.add(tell);
      ask();
      return () => void waiting.delete(tell);
    },
    retry: () => {
      ask();
      enter(COMING);
    },
  };
}

const onServer = () => COMING;

export interface LatePartProps<Module> {
  from: LateModule<Module>;
  /** If true, another part of the same module reports a failure to load. */
  quiet?: boolean;
  /** For a part over the page: the failure notice is shown there too, and this closes it. */
  onClose?: () => void;
  /** Shown until it is loaded. */
  fallback?: ReactNode;
  children: (module: Module) => ReactNode;
}

/** Renders a late module. If it cannot be loaded, only this place shows the failure. */
export function LatePart<Module>(props: LatePartProps<Module>) {
  const { from, quiet = false, onClose, fallback = null, children } = props;
  const { module, hasFailed } = useSyncExternalStore<Coming<Module>>(from.subscribe, from.current, onServer);
  if (module !== null) return children(module);
  if (!hasFailed || quiet) return fallback;
  const notice = (
    <Notice
      tone="danger"
      title="This part couldn’t be loaded"
      className="m-2"
      action={
        <Button size="sm" onClick={from.retry}>
          Try again
        </Button>
      }
    >
      Check the connection.
    </Notice>
  );
  if (onClose === undefined) return notice;
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()} title="Not loaded" size="sm">
      {notice}
    </Dialog>
  );
}
