'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { countChanges } from '@/lib/core/workflow/diff-documents';
import { diffWithLog } from '@/lib/core/workflow/diff-with-log';
import { executionQuery } from '../../logs/log-queries';
import { Button } from '../../ui/button';
import { countOf } from '../../ui/format-quantity';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover';
import { useEditor } from '../store/editor-context';
import { ChangeList } from '../versions/change-list';
import { recordedDocument } from './recorded-document';

/** Shows the differences between the blocks of a past run and the current ones it is displayed on. */
export function ChangesSince({ executionId }: { executionId: string }) {
  // The comparison is deferred, so that typed text is shown first.
  const draft = useDeferredValue(useEditor((state) => state.document));
  const { data, isError } = useQuery(executionQuery(executionId));
  const ran = data && recordedDocument(data.workflowState);
  const diff = useMemo(() => (ran ? diffWithLog(ran, draft) : null), [ran, draft]);
  const [openId, setOpenId] = useState<string | null>(null);
  if (isError) return <span>What was changed since couldn’t be read.</span>;
  if (ran === null) return <span>Its log doesn’t hold what ran, so it can’t be compared.</span>;
  if (diff === null || ran === undefined) return null;
  const count = countChanges(diff);
  if (count === 0) return <span>Same as what ran.</span>;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm">{countOf(count, 'change')} since</Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label="Changes since this run"
        className="flex max-h-[60vh] w-[min(36rem,92vw)] flex-col p-0"
      >
        <ChangeList diff={diff} documents={[ran, draft]} openId={openId} onOpen={setOpenId} />
      </PopoverContent>
    </Popover>
  );
}
