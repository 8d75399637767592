import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { leaveParam } from '../../ui/show-search';
import { useEditorStore } from '../store/editor-context';

const NAME = 'comments';

/**
 * Opens the comments when the address names a thread (`commentPath`). Once they are closed, the address is
 * reset to the workflow's.
 */
export function useCommentsAddress(): void {
  const store = useEditorStore();
  const threadId = useSearchParams().get(NAME);
  useEffect(() => {
    if (threadId === null) return;
    store.setState({ commentsView: { blockId: null, threadId } });
    return store.subscribe(({ commentsView }) => {
      if (commentsView === null) leaveParam(NAME, threadId);
    });
  }, [store, threadId]);
}
