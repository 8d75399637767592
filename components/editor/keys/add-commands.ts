import type { useReactFlow } from '@xyflow/react';
import { Plus } from 'lucide-react';
import type { Command } from '../../ui/commands';
import { allDefinitions } from '../document/definition-of';
import { ARRANGEMENTS } from '../flow/alignments';
import { focusPanel } from '../flow/focus-block';
import { sayRefusal } from '../flow/say-refusal';
import { centreOfView } from '../flow/view-moves';
import { addBlock, placeForNewBlock } from '../store/block-actions';
import type { EditorStore } from '../store/editor-store';

type Flow = ReturnType<typeof useReactFlow>;

/** Commands that arrange the selected blocks. */
export const arrangeCommands = (store: EditorStore): Command[] =>
  ARRANGEMENTS.map(({ id, title, icon, run }) => ({
    id,
    title,
    icon,
    group: 'Arrange',
    keywords: ['align', 'distribute', 'selection'],
    run: () => run(store),
  }));

/** Commands that add each kind of block by its name, as the block palette would. */
export const addCommands = (store: EditorStore, flow: Flow): Command[] =>
  allDefinitions().map(({ type, title, synonyms }) => ({
    id: `add-${type}`,
    title: `Add ${title}`,
    group: 'Add a block',
    icon: Plus,
    keywords: [type, ...synonyms],
    run: () => {
      if (sayRefusal(addBlock(store, type, placeForNewBlock(store, centreOfView(flow))))) focusPanel();
    },
  }));
