'use client';

import { useQuery } from '@tanstack/react-query';
import { slugOf } from '@/lib/core/references/slug';
import type { HookRequestDetail } from '@/lib/services/incoming-webhooks/schema';
import { LoadFailure } from '../../page/load-failure';
import { Button } from '../../ui/button';
import { HeaderTable } from '../../ui/header-table';
import { JsonView } from '../../ui/json-view';
import { LongText } from '../../ui/long-text';
import { SkeletonRows } from '../../ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs';
import { pinOutput } from '../pins/pin-acts';
import { referenceTo } from '../response/read-response';
import { useValuePicker } from '../response/use-value';
import { useSendAgain } from '../run/send-again';
import { useEditor, useEditorStore } from '../store/editor-context';
import { isActive } from '../store/run-state';
import { hookRequestQuery } from './hook-queries';

const MASK = '***';

/** One stored request, with the actions on it. */
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
  const store = useEditorStore();
  const sendAgain = useSendAgain();
  if (readOnly) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        onClick={() => void pinOutput(store, { blockId, output: outputOf(request), source: 'request' })}
      >
        Pin as output
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

/** Returns the block's output for this request, without credentials, because readers see pinned outputs. */
function outputOf({ headers, query, body, method }: HookRequestDetail) {
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
          <p className="text-muted text-xs">{text === '' ? 'The body is empty.' : 'The body is not text.'}</p>
        ) : (
          <LongText text={text} copyLabel="Copy body" maxHeight="24rem" />
        )}
      </TabsContent>
    </Tabs>
  );
}

const under = (part: string, path: string): string =>
  path === '' || path.startsWith('[') ? part + path : `${part}.${path}`;
