'use client';

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { methodsOf } from '@/lib/core/blocks/webhook-trigger/definition';
import { RequestCheck } from '@/lib/core/blocks/webhook-trigger/request-check';
import { client } from '@/lib/platform/http/client';
import { ensureHookEndpoint, replaceHookEndpoint } from '@/lib/services/incoming-webhooks/endpoints';
import { exampleCommand } from '@/lib/services/incoming-webhooks/example-command';
import { errorWords } from '../../page/error-words';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyButton } from '../../ui/copy-button';
import { useEditor } from '../store/editor-context';
import { useConfig } from '../store/use-setting';
import { HookRequests } from './hook-requests';

/** Fetched again after each publication, because the response depends on the live version's blocks. */
const hookQuery = (workflowId: string, blockId: string, liveVersion: number | null) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'hooks', blockId, liveVersion],
    queryFn: async ({ signal }) =>
      (await client.call(ensureHookEndpoint, { params: { id: workflowId, blockId } }, { signal })).data,
  });

/** The URL of a Webhook block and the requests to it. */
export function HookSection({ blockId }: { blockId: string }) {
  const url = useHookUrl(blockId).data?.url ?? null;
  const config = useConfig(blockId);
  const { check, method } = exampleOf(config);
  return (
    <>
      <HookAddress blockId={blockId} check={check} method={method} />
      <HookRequests blockId={blockId} url={url} check={check} method={method} />
    </>
  );
}

/** Returns a method that the block accepts, with the check that its requests must pass. */
function exampleOf(config: Readonly<Record<string, unknown>>): { check: RequestCheck; method: string } {
  const { methods = 'POST', checkedMethods = 'any', check, otherCheck } = config;
  const taken = methodsOf(String(methods)) ?? ['POST'];
  const checked = methodsOf(String(checkedMethods)) ?? taken;
  const method = taken.find((each) => checked.includes(each)) ?? taken[0] ?? 'POST';
  const chosen = checked.includes(method) ? check : otherCheck;
  return { check: RequestCheck.safeParse(chosen).data ?? { kind: 'none' }, method };
}

function useHookUrl(blockId: string) {
  const workflowId = useEditor((state) => state.workflowId);
  const liveVersion = useEditor((state) => state.liveVersion);
  const isSaved = useEditor((state) => state.save.kind === 'saved');
  const readOnly = useEditor((state) => state.readOnly);
  return useQuery({ ...hookQuery(workflowId, blockId, liveVersion), enabled: isSaved && !readOnly });
}

interface HookAddressProps {
  blockId: string;
  check: RequestCheck;
  method: string;
}

/** The URL of a Webhook block, once the block is saved; replacing it needs a confirmation. */
function HookAddress({ blockId, check, method }: HookAddressProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const readOnly = useEditor((state) => state.readOnly);
  const { data, error } = useHookUrl(blockId);
  if (readOnly) return null;
  return (
    <section aria-label="URL of the webhook" className="flex flex-col gap-3 px-4 pt-4">
      {data === undefined ? (
        <p role="status" className="text-muted text-xs">
          {error === null ? 'The URL appears once the workflow is saved.' : errorWords(error)}
        </p>
      ) : (
        <>
          <div className="flex items-center gap-2">
            <code className="wrap-anywhere min-w-0 flex-1 rounded-md bg-sunken px-2 py-1.5 font-mono text-xs">
              {data.url}
            </code>
            <CopyButton label="Copy URL" text={data.url} />
          </div>
          <div className="flex items-center gap-2 text-muted text-xs">
            <Badge>{data.isLive ? 'Live' : 'Not live'}</Badge>
            <span className="flex-1">
              {data.isLive
                ? 'Requests start runs of the live version.'
                : 'Publish the workflow to receive requests.'}
            </span>
            <ReplaceUrl workflowId={workflowId} blockId={blockId} />
          </div>
          <CodeBlock label="curl command" code={exampleCommand(data.url, check, method)} wrap />
        </>
      )}
    </section>
  );
}

function ReplaceUrl({ workflowId, blockId }: { workflowId: string; blockId: string }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const replace = useMutation({
    mutationFn: () => client.call(replaceHookEndpoint, { params: { id: workflowId, blockId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflow', workflowId, 'hooks', blockId] });
      setAsking(false);
    },
    onError: (error) => toast.error(errorWords(error)),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Replace URL
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Replace the webhook’s URL?"
        confirmLabel="Replace URL"
        danger
        busy={replace.isPending}
        onConfirm={() => replace.mutate()}
      >
        Requests to the current URL get 404 from then on. Every sender needs the new one.
      </ConfirmDialog>
    </>
  );
}
