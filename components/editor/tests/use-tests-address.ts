import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { leaveParam } from '../../ui/show-search';
import { useEditorStore } from '../store/editor-context';

const NAME = 'tests';

/** Opens the tests when the address names them (`testsPath`), and resets it once they are closed. */
export function useTestsAddress(): void {
  const store = useEditorStore();
  const named = useSearchParams().get(NAME);
  useEffect(() => {
    if (named === null) return;
    store.setState({ testsOpen: true });
    return store.subscribe(({ testsOpen }) => {
      if (!testsOpen) leaveParam(NAME, named);
    });
  }, [store, named]);
}
