'use client';

import { Advice } from '@/components/page/advice';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { LogDetail } from '@/lib/services/logs/schema';

interface ErrorExplainedProps {
  error: NonNullable<LogDetail['executionData']['error']>;
  /** True if a person stopped the run, which is not an error. */
  isCancelled?: boolean;
  /** Shows the failed block, if the error names one. */
  onShow?: (blockId: string) => void;
}

/** The error that ended a run: its block, the reason, and the next step. */
export function ErrorExplained({ error, isCancelled = false, onShow }: ErrorExplainedProps) {
  const { code, message } = error;
  const [blockId, blockName] = [textIn(error.blockId), textIn(error.blockName)];
  return (
    <Notice
      tone={isCancelled ? 'info' : 'danger'}
      title={blockName === null ? message : `${blockName}: ${message}`}
      action={
        onShow && blockId !== null ? (
          <Button size="sm" onClick={() => onShow(blockId)}>
            Show block
          </Button>
        ) : null
      }
    >
      <Advice code={code} />
      <p className="mt-1 font-mono text-2xs">{code}</p>
    </Notice>
  );
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
