'use client';

import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';

const GAP_PX = 24;

/**
 * The dots behind the blocks: a layer that is drawn once and moved. A pattern would be drawn again in each
 * frame in which the view moves, which takes longer than all the rest. Their distance on the screen stays
 * between 75 % and 150 % of that at full size.
 */
export function DottedGround() {
  const store = useStoreApi();
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = ([x, y, zoom]: readonly [number, number, number]) => {
      const scale = 2 ** (modulo(Math.log2(zoom) + 0.5, 1) - 0.5);
      const gap = GAP_PX * scale;
      const [left, top] = [modulo(x, gap) - gap, modulo(y, gap) - gap];
      if (layer.current !== null)
        layer.current.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    };
    place(store.getState().transform);
    return store.subscribe(({ transform }, before) => {
      if (transform !== before.transform) place(transform);
    });
  }, [store]);
  return (
    <div aria-hidden className="react-flow__background flow-ground absolute inset-0 overflow-hidden">
      <div ref={layer} className="flow-dots" style={{ backgroundSize: `${GAP_PX}px ${GAP_PX}px` }} />
    </div>
  );
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
