'use client';

import { ScanLine } from 'lucide-react';
import { useMemo } from 'react';
import { toast } from 'sonner';
import { errorWords } from '../../page/error-words';
import { type Command, useCommands } from '../../ui/commands';
import { IconButton } from '../../ui/icon-button';
import { coverageWords } from '../store/coverage-state';
import { useEditor, useEditorStore } from '../store/editor-context';
import { readCoverage } from './read-coverage';

/** Shows on the canvas what no test and no recent run has passed, until it is pressed again. */
export function CoverageButton({ flush }: { flush: () => Promise<boolean> }) {
  const store = useEditorStore();
  const coverage = useEditor((state) => state.coverage);
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
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'coverage',
          title: 'Show coverage',
          group: 'View',
          icon: ScanLine,
          keywords: ['untested', 'tests', 'branches', 'passed'],
          run: () => void toggle(),
        },
      ],
      [toggle],
    ),
  );
  return (
    <IconButton label="Coverage" active={coverage !== null} onClick={() => void toggle()}>
      <ScanLine />
    </IconButton>
  );
}
