import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { leaveParam } from '../../ui/show-search';
import { useEditorStore } from '../store/editor-context';

const NAME = 'proposals';
const ALL = 'list';

/** Opens the proposals when the address names them (`proposalPath`), and resets it once they are closed. */
export function useProposalsAddress(): void {
  const store = useEditorStore();
  const named = useSearchParams().get(NAME);
  useEffect(() => {
    if (named === null) return;
    store.setState({ proposals: { openId: named === ALL ? null : named } });
    return store.subscribe(({ proposals }) => {
      if (proposals === null) leaveParam(NAME, named);
    });
  }, [store, named]);
}
