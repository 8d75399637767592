import { useMemo } from 'react';
import { toast } from 'sonner';
import { errorWords } from '../../page/error-words';
import { coverageWords } from '../store/coverage-state';
import { useEditor, useEditorStore } from '../store/editor-context';
import { readCoverage } from './read-coverage';

interface CoverageToggle {
  isShown: boolean;
  toggle(): Promise<void>;
}

/** Shows on the canvas what no test and no recent run has passed, until it is toggled again. */
export function useCoverageToggle(flush: () => Promise<boolean>): CoverageToggle {
  const store = useEditorStore();
  const isShown = useEditor((state) => state.coverage !== null);
  const toggle = useMemo(
    () => async () => {
      if (store.getState().coverage !== null) return store.setState({ coverage: null });
      try {
        const read = await readCoverage(store, flush);
        toast.info(coverageWords(read), { description: read.notes.join(' ') });
      } catch (error) {
        toast.error(errorWords(error));
      }
    },
    [store, flush],
  );
  return { isShown, toggle };
}
