'use client';

import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { slugOf } from '@/lib/core/references/slug';
import { writeJson } from '@/lib/platform/text/json-text';
import type { HookRequestDetail } from '@/lib/services/hooks/schema';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { HeaderTable } from '../../ui/header-table';
import { JsonView } from '../../ui/json-view';
import { SkeletonRows } from '../../ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs';
import { referenceTo } from '../response/read-response';
import { useValuePicker } from '../response/use-value';
import { useSendAgain } from '../run/send-again';
import { useSampleChange } from '../send/use-sample-change';
import { useEditor } from '../store/editor-context';
import { isActive } from '../store/run-state';
import { hookRequestQuery } from './hook-queries';

const MASK = '***';
const SHOWN_CHARACTERS = 100_000;

/** One stored request, and what can be done with it. */
export function HookRequestView({ blockId, requestId }: { blockId: string; requestId: string }) {
  const workflowId = useEditor((state) => state.workflowId);
  const { data, error, refetch } = useQuery(hookRequestQuery(workflowId, blockId, requestId));
  if (error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} className="m-2" />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  return (
    <div className="flex flex-col gap-2 p-2">
      <RequestActions blockId={blockId} request={data} />
      <RequestParts blockId={blockId} request={data} />
    </div>
  );
}

interface PartProps {
  blockId: string;
  request: HookRequestDetail;
}

function RequestActions({ blockId, request }: PartProps) {
  const readOnly = useEditor((state) => state.readOnly);
  const isRunning = useEditor((state) => isActive(state.run));
  const name = useEditor((state) => state.document.blocks[blockId]?.name ?? '');
  const sendAgain = useSendAgain();
  const change = useSampleChange(blockId);
  const useAsSample = () => {
    change({ text: writeJson(sampleOf(request), null, 2), pinned: true });
    toast.success(`Later blocks now complete <${slugOf(name)}.…> from this request.`);
  };
  if (readOnly) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={useAsSample}>
        Use as sample
      </Button>
      <Button
        size="sm"
        disabled={isRunning}
        onClick={() => sendAgain({ blockId, requestId: request.id })}
        title="Runs the draft with this request"
      >
        Send again
      </Button>
    </div>
  );
}

/** What the block puts out for this request; samples stay in the browser, so credentials don't come along. */
function sampleOf({ headers, query, body, method }: HookRequestDetail) {
  const shown = headers.map(({ name, value, isCredential }) => [name, isCredential ? MASK : value]);
  return { body, headers: Object.fromEntries(shown), query, method };
}

function RequestParts({ blockId, request }: PartProps) {
  const pick = useValuePicker(blockId);
  const slug = useEditor((state) => slugOf(state.document.blocks[blockId]?.name ?? ''));
  const { headers, query, body, text } = request;
  const pairs = headers.map(({ name, value }) => [name, String(value)] as const);
  return (
    <Tabs defaultValue="body">
      <TabsList>
        <TabsTrigger value="body">Body</TabsTrigger>
        <TabsTrigger value="headers" count={pairs.length}>
          Headers
        </TabsTrigger>
        <TabsTrigger value="query" count={Object.keys(query).length}>
          Query
        </TabsTrigger>
        <TabsTrigger value="text">Text</TabsTrigger>
      </TabsList>
      <TabsContent value="body" className="pt-2">
        <JsonView
          value={body}
          label="Body"
          maxHeight="18rem"
          onPick={(path) => pick(referenceTo(slug, under('body', path)))}
        />
      </TabsContent>
      <TabsContent value="headers" className="pt-2">
        <HeaderTable headers={pairs} />
      </TabsContent>
      <TabsContent value="query" className="pt-2">
        <JsonView
          value={query}
          label="Query"
          maxHeight="18rem"
          onPick={(path) => pick(referenceTo(slug, under('query', path)))}
        />
      </TabsContent>
      <TabsContent value="text" className="pt-2">
        {text === null || text === '' ? (
          <p className="text-muted text-xs">{text === '' ? 'The body is empty.' : 'The body is no text.'}</p>
        ) : (
          <CodeBlock label="body" code={text.slice(0, SHOWN_CHARACTERS)} wrap />
        )}
      </TabsContent>
    </Tabs>
  );
}

const under = (part: string, path: string): string =>
  path === '' || path.startsWith('[') ? part + path : `${part}.${path}`;
