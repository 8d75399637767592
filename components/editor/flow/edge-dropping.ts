import { HANDLE_TOP_PX } from '../document/block-size';
import type { BlockNode } from '../document/flow-elements';
import type { Point } from '../document/geometry';
import { goesInto, isUnconnected, putIntoEdge } from '../document/put-into-edge';
import { commitDocument, type EditorStore } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import type { Flow } from './view-moves';

/**
 * Returns the connection drawn at one of these points of the window, also below a dragged block. From
 * afar, where large workflows draw none as elements, there is none. `isMeant`: filters the connections.
 */
export function edgeUnder(
  points: readonly Point[],
  isMeant: (edgeId: string) => boolean = () => true,
): string | undefined {
  for (const { x, y } of points)
    for (const element of document.elementsFromPoint(x, y)) {
      const id = element.closest<SVGElement>('.react-flow__edge')?.dataset.id;
      if (id !== undefined && isMeant(id)) return id;
    }
  return undefined;
}

/** Handles a single unconnected block that is dragged over a connection and dropped there. */
export function edgeDropping(store: EditorStore, flow: Flow) {
  /** Tests the pointer, the block's middle, and the place where connections end at it. */
  const under = (pointer: Point, moved: readonly BlockNode[]): string | undefined => {
    const [only, ...others] = moved;
    const { document } = store.getState();
    if (only === undefined || others.length > 0 || !isUnconnected(document, only.id)) return undefined;
    const node = flow.getInternalNode(only.id);
    const { x, y } = node?.internals.positionAbsolute ?? only.position;
    const { width = 0, height = 0 } = node?.measured ?? {};
    const points = [
      pointer,
      flow.flowToScreenPosition({ x: x + width / 2, y: y + height / 2 }),
      flow.flowToScreenPosition({ x: x + width / 2, y: y + HANDLE_TOP_PX }),
    ];
    return edgeUnder(points, (edgeId) => goesInto(document, only.id, edgeId));
  };
  return {
    under,
    show: (dropEdge: string | null) => {
      if (store.getState().dropEdge !== dropEdge) store.setState({ dropEdge });
    },
    /** Inserts the block in one step with its move. @returns true if it was put into a connection */
    drop: (pointer: Point, moved: readonly BlockNode[]): boolean => {
      const edgeId = under(pointer, moved);
      const [only] = moved;
      if (edgeId === undefined || only === undefined) return false;
      const { document } = store.getState();
      const place = flow.getInternalNode(only.id)?.internals.positionAbsolute ?? only.position;
      const put = putIntoEdge(document, only.id, edgeId, place);
      if (put === null) return false;
      commitDocument(store, put, { label: 'Put into a connection' });
      sayChange(store, `Put “${document.blocks[only.id]?.name}” into the connection`);
      return true;
    },
  };
}
