'use client';

import {
  Check,
  Group,
  LayoutDashboard,
  Maximize2,
  Minimize2,
  Palette,
  PencilLine,
  Ungroup,
} from 'lucide-react';
import { CANVAS_COLOURS } from '@/lib/core/blocks/canvas-colour';
import { useEditor, useEditorStore } from '../store/editor-context';
import { colourGroup, groupSelection, selectGroup, ungroup, ungroupSelection } from '../store/group-actions';
import { tidyUp } from '../store/layout-actions';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import { toggleGroup } from './collapse-group';
import type { MenuKit } from './menu-kit';
import { sayRefusal } from './say-refusal';

/** Items in the menu of blocks that group or ungroup them. */
export function GroupSelectionItems({ ids, kit: { Item } }: { ids: readonly string[]; kit: MenuKit }) {
  const store = useEditorStore();
  const isGrouped = useEditor(({ document: { groups = [] } }) =>
    groups.some(({ blockIds }) => blockIds.some((id) => ids.includes(id))),
  );
  return (
    <>
      <Item
        shortcut="mod+g"
        onSelect={() => {
          selectOnly(store, ids);
          // Waits until the menu has returned the focus, which the title's field takes.
          requestAnimationFrame(() => sayRefusal(groupSelection(store)));
        }}
      >
        <Group aria-hidden />
        Group
      </Item>
      {isGrouped ? (
        <Item
          shortcut="mod+shift+g"
          onSelect={() => {
            selectOnly(store, ids);
            if (ungroupSelection(store) > 0) sayChange(store, 'Ungrouped');
          }}
        >
          <Ungroup aria-hidden />
          Ungroup
        </Item>
      ) : null}
    </>
  );
}

/** The menu of a group's title. */
export function GroupItems({ groupId, kit }: { groupId: string; kit: MenuKit }) {
  const { Item, Separator, Sub, SubTrigger, SubContent } = kit;
  const store = useEditorStore();
  const group = useEditor(({ document }) => document.groups?.find(({ id }) => id === groupId));
  const isCollapsed = useEditor((state) => state.collapsed.has(groupId));
  if (group === undefined) return null;
  return (
    <>
      <Item onSelect={() => toggleGroup(store, groupId)}>
        {isCollapsed ? <Maximize2 aria-hidden /> : <Minimize2 aria-hidden />}
        {isCollapsed ? 'Expand' : 'Collapse'}
      </Item>
      <Item onSelect={() => requestAnimationFrame(() => store.setState({ namedGroup: groupId }))}>
        <PencilLine aria-hidden />
        Rename
      </Item>
      <Sub>
        <SubTrigger>
          <Palette aria-hidden />
          Colour
        </SubTrigger>
        <SubContent>
          {CANVAS_COLOURS.map((colour) => (
            <Item key={colour} onSelect={() => colourGroup(store, groupId, colour)}>
              <span data-colour={colour} className="flow-colour size-4 shrink-0 rounded-full" aria-hidden />
              <span className="capitalize">{colour}</span>
              {colour === group.colour ? <Check className="ml-auto" aria-label="chosen" /> : null}
            </Item>
          ))}
        </SubContent>
      </Sub>
      <Item
        onSelect={() => {
          selectGroup(store, groupId);
          if (tidyUp(store) !== null) sayChange(store, `Tidied up “${group.title}”`);
        }}
      >
        <LayoutDashboard aria-hidden />
        Tidy up its blocks
      </Item>
      <Separator />
      <Item
        onSelect={() => {
          ungroup(store, groupId);
          sayChange(store, `Ungrouped “${group.title}”`);
        }}
      >
        <Ungroup aria-hidden />
        Ungroup
      </Item>
    </>
  );
}
