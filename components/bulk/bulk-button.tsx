'use client';

import { Layers } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import type { BulkTarget } from './bulk-queries';

/** Loaded when it is opened: lists don't need it. */
const BulkDialog = dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog), { ssr: false });

interface BulkButtonProps {
  /** Called when the dialog opens, because filters may count from now. */
  target: () => BulkTarget;
  children: string;
}

/** Opens the dialog for many runs; nothing for readers. */
export function BulkButton({ target, children }: BulkButtonProps) {
  const { canWrite } = useWorkspace();
  const [chosen, setChosen] = useState<BulkTarget | null>(null);
  if (!canWrite) return null;
  return (
    <>
      <Button size="sm" onClick={() => setChosen(target())}>
        <Layers aria-hidden />
        <span className="max-sm:sr-only">{children}</span>
      </Button>
      {chosen === null ? null : <BulkDialog target={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
