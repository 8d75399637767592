'use client';

import { Fragment, useSyncExternalStore } from 'react';
import { cn } from './class-names';
import { keyLabels } from './key-combo';

const never = () => () => undefined;
const onMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Shows `mod+k` or the sequence `g l` as keys, in the notation of this machine's keyboard. */
export function Keys({ combo }: { combo: string }) {
  const mac = useSyncExternalStore(never, onMac, () => false);
  return (
    <span className="inline-flex items-center gap-0.5 text-faint">
      {combo.split(' ').map((step, index) => (
        <Fragment key={`${step}-${combo.indexOf(step)}`}>
          {index > 0 ? <span className="px-0.5 text-2xs">then</span> : null}
          {keyLabels(step, mac).map((label) => (
            <kbd
              key={label}
              className={cn(
                'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm',
                'border border-line bg-sunken px-1 font-sans text-2xs text-muted',
              )}
            >
              {label}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
