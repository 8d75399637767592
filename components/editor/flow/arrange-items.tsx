'use client';

import { AlignStartVertical, LayoutDashboard } from 'lucide-react';
import { canAlign, canDistribute } from '../document/align';
import { useEditor, useEditorStore } from '../store/editor-context';
import { tidyUp } from '../store/layout-actions';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import { ARRANGEMENTS } from './alignments';
import type { MenuKit } from './menu-kit';

/** Items in the menu of several blocks that align or lay them out. */
export function ArrangeItems({ ids, kit }: { ids: readonly string[]; kit: MenuKit }) {
  const { Item, Sub, SubTrigger, SubContent } = kit;
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const set = new Set(ids);
  if (!canAlign(document, set)) return null;
  const spaced = canDistribute(document, set);
  return (
    <>
      <Sub>
        <SubTrigger>
          <AlignStartVertical aria-hidden />
          Align
        </SubTrigger>
        <SubContent>
          {ARRANGEMENTS.filter(({ least }) => least === 2 || spaced).map(({ id, title, icon: Icon, run }) => (
            <Item
              key={id}
              onSelect={() => {
                selectOnly(store, ids);
                run(store);
              }}
            >
              <Icon aria-hidden />
              {title}
            </Item>
          ))}
        </SubContent>
      </Sub>
      <Item
        shortcut="shift+l"
        onSelect={() => {
          selectOnly(store, ids);
          if (tidyUp(store) !== null) sayChange(store, 'Tidied up the selection');
        }}
      >
        <LayoutDashboard aria-hidden />
        Tidy up the selection
      </Item>
    </>
  );
}
