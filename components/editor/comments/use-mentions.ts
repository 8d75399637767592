import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useWorkspace } from '../../page/workspace-context';
import { membersQuery } from '../../settings/settings-queries';
import type { CommentDraft } from './comment-drafts';
import { mentionAt, suggestedFor, withMention } from './mention-at';
import { mentionOptionId } from './mention-list';

/**
 * Completes members behind an `@` in a field. `keyDown` returns true for keys that the list took, so that they
 * do nothing else.
 */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, draft: CommentDraft) {
  const { id: workspaceId, me } = useWorkspace();
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [activeIndex, setActiveIndex] = useState(0);
  /** The place of the `@` whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const typed = mentionAt(draft.text, Math.min(caret, draft.text.length));
  const { data } = useQuery({ ...membersQuery(workspaceId), enabled: typed !== null });
  const others = data?.data.filter(({ userId, kind }) => userId !== me.id && kind === 'person') ?? [];
  const people = typed === null || typed.start === closedAt ? [] : suggestedFor(typed.typed, others);
  const active = Math.min(activeIndex, people.length - 1);

  const choose = (name: string) => {
    if (typed === null) return;
    const next = withMention(draft.text, typed, name);
    draft.change(next.text);
    setCaret(next.caret);
    setClosedAt(typed.start);
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
  };
  const keyDown = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean => {
    if (people.length === 0 || metaKey || ctrlKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setActiveIndex((active + step + people.length) % people.length);
    else if (key === 'Enter' || key === 'Tab') choose(people[active]!.name);
    else if (key === 'Escape') setClosedAt(typed?.start ?? null);
    else return false;
    return true;
  };
  return {
    listId,
    people,
    activeIndex: active,
    choose,
    keyDown,
    /** To call whenever the text or the caret has changed. */
    moved: (at: number, text = draft.text) => {
      setCaret(at);
      if (mentionAt(text, at)?.start !== typed?.start) setClosedAt(null);
      if (at !== caret) setActiveIndex(0);
    },
    fieldProps:
      people.length === 0
        ? ({ 'aria-autocomplete': 'list' } as const)
        : ({
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': mentionOptionId(listId, active),
          } as const),
  };
}
