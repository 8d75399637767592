'use client';

import { FlaskConical } from 'lucide-react';
import { toast } from 'sonner';
import { splitShortened } from '@/lib/core/blocks/shortened-value';
import type { Block } from '@/lib/core/workflow/schema';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import { SpanOutput } from '../../logs/span-output';
import { logPagePath } from '../../page/paths';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PinButton } from '../pins/pin-button';
import { ResponseView } from '../response/response-view';
import { useEditor } from '../store/editor-context';
import { useSendStore } from '../store/send-state';
import type { HistoryEntry } from './history-entry';

/** One past response, with the actions on it. */
export function EntryView({ block, entry }: { block: Block; entry: HistoryEntry }) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const { sent, logId, source } = entry;
  if (sent === null)
    return (
      <Notice title="The body of this response was not kept">
        It was larger than 2 million characters. Send the block again to look at it.
      </Notice>
    );
  const { shortened } = splitShortened(sent.output);
  return (
    <section aria-label="Earlier response" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-end gap-1">
        {logId === null ? null : (
          <Link
            href={logPagePath(workspaceId, logId)}
            className="mr-auto text-accent text-xs underline decoration-accent/40 underline-offset-2"
          >
            Open log
          </Link>
        )}
        {shortened.length > 0 ? null : (
          <>
            <SampleButton block={block} output={sent.output} />
            <PinButton blockId={block.id} output={sent.output} source={source} />
          </>
        )}
      </div>
      {shortened.length > 0 ? (
        <SpanOutput value={sent.output} label="Output" logId={logId} />
      ) : (
        <ResponseView block={block} sent={sent} />
      )}
    </section>
  );
}

/** Uses the response as a sample for sending later blocks, until the page is left. */
function SampleButton({ block, output }: { block: Block; output: unknown }) {
  const store = useSendStore();
  if (!isJsonObject(output)) return null;
  const use = () => {
    const text = writeJson(output, null, 2);
    store.setState(({ samples }) => ({ samples: { ...samples, [block.id]: text } }));
    toast.success(`Blocks behind “${block.name}” are now sent with this output as its sample.`);
  };
  return (
    <Button size="sm" variant="ghost" onClick={use}>
      <FlaskConical aria-hidden />
      Use as sample
    </Button>
  );
}
