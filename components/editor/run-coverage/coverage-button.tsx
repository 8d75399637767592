'use client';

import { ScanLine } from 'lucide-react';
import { useMemo } from 'react';
import { type Command, useCommands } from '../../ui/commands';
import { IconButton } from '../../ui/icon-button';
import { useCoverageToggle } from './use-coverage-toggle';

export function CoverageButton({ flush }: { flush: () => Promise<boolean> }) {
  const { isShown, toggle } = useCoverageToggle(flush);
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
    <IconButton label="Coverage" active={isShown} onClick={() => void toggle()}>
      <ScanLine />
    </IconButton>
  );
}
