import type { useReactFlow } from '@xyflow/react';
import {
  Image,
  ListTree,
  Lock,
  Map as MapIcon,
  Maximize,
  Search,
  SquareDashedMousePointer,
} from 'lucide-react';
import type { Command } from '../../ui/commands';
import { isMapShown, showMap } from '../flow/map-shown';
import { savePicture } from '../flow/save-picture';
import { showEverything, zoomIn, zoomOut, zoomToFullSize } from '../flow/view-moves';
import { lockCanvas } from '../store/canvas-lock';
import type { EditorStore } from '../store/editor-store';
import { isOnCanvas, isOutsideTexts } from './use-canvas-keys';

type Flow = ReturnType<typeof useReactFlow>;

/** Commands that change the view of a workflow, not the workflow. */
export function viewCommands(store: EditorStore, flow: Flow): Command[] {
  const group = 'View';
  return [
    {
      id: 'find',
      title: 'Find in the workflow…',
      group,
      icon: Search,
      shortcut: 'mod+f',
      isFor: isOutsideTexts,
      keywords: ['search', 'usages', 'references'],
      run: () => store.setState({ finding: '' }),
    },
    {
      id: 'fit',
      title: 'Zoom to fit',
      group,
      icon: Maximize,
      shortcut: '1',
      keywords: ['centre', 'center', 'whole', 'reset the view'],
      run: () => showEverything(flow, store.getState()),
    },
    {
      id: 'zoom-100',
      title: 'Zoom to 100 %',
      group,
      shortcut: '0',
      run: () => zoomToFullSize(flow),
    },
    {
      id: 'as-list',
      title: 'Show the blocks as a list, or on the canvas',
      group,
      icon: ListTree,
      shortcut: 'o',
      isFor: isOnCanvas,
      keywords: ['outline', 'tree', 'screen reader'],
      run: () => store.setState(({ asList }) => ({ asList: !asList })),
    },
    {
      id: 'drag-selects',
      title: 'Select by dragging, or move the view',
      group,
      icon: SquareDashedMousePointer,
      shortcut: 'v',
      isFor: isOnCanvas,
      keywords: ['marquee', 'hand', 'tool', 'pan'],
      run: () => store.setState(({ dragSelects }) => ({ dragSelects: !dragSelects })),
    },
    {
      id: 'lock',
      title: 'Lock or unlock the canvas',
      group,
      icon: Lock,
      keywords: ['freeze', 'fixed', 'accident', 'move'],
      run: () => lockCanvas(store, !store.getState().locked),
    },
    {
      id: 'map',
      title: 'Show or hide the map',
      group,
      icon: MapIcon,
      shortcut: 'm',
      isFor: isOnCanvas,
      keywords: ['minimap', 'overview'],
      run: () => showMap(!isMapShown()),
    },
    ...(['svg', 'png'] as const).map((kind) => ({
      id: `picture-${kind}`,
      title: `Download the canvas as ${kind.toUpperCase()}`,
      group,
      icon: Image,
      keywords: ['picture', 'image', 'export', 'print'],
      run: () => void savePicture(store, kind),
    })),
    {
      id: 'zoom-in',
      title: 'Zoom in',
      group,
      shortcut: '+',
      hidden: true,
      run: () => zoomIn(flow),
    },
    {
      id: 'zoom-out',
      title: 'Zoom out',
      group,
      shortcut: '-',
      hidden: true,
      run: () => zoomOut(flow),
    },
  ];
}

const nothing = () => undefined;
const listed = (title: string, shortcut: string): Command => ({
  id: `canvas-${shortcut}`,
  title,
  group: 'Blocks',
  shortcut,
  listedOnly: true,
  run: nothing,
});

/** Keys handled by the canvas or the browser's clipboard events, listed here for the shortcut sheet. */
export const LISTED: Command[] = [
  listed('Open the selected block', 'enter'),
  listed('Send the open block alone', 'mod+shift+enter'),
  listed('Go to the block or variable that a reference names', 'f12'),
  listed('Close, then deselect', 'escape'),
  listed('Select the next block', 'arrowright'),
  listed('Select the previous block', 'arrowleft'),
  listed('Add the next block to the selection', 'shift+arrowright'),
  listed('Go to the next connection of the block', 'n'),
  listed('Move the selection', 'alt+arrowright'),
  listed('Select all', 'mod+a'),
  listed('Copy', 'mod+c'),
  listed('Cut', 'mod+x'),
  listed('Paste', 'mod+v'),
  listed('Duplicate', 'mod+d'),
  listed('Delete', 'delete'),
];
