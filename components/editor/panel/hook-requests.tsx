'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { RequestCheck } from '@/lib/core/blocks/webhook-trigger/request-check';
import { exampleCommand } from '@/lib/services/incoming-webhooks/example-command';
import type { HookRequestSummary } from '@/lib/services/incoming-webhooks/schema';
import { LoadFailure } from '../../page/load-failure';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { formatBytes } from '../../ui/format-quantity';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { Switch } from '../../ui/switch';
import { useEditor } from '../store/editor-context';
import { OUTCOME_WORDS } from './hook-outcomes';
import { hookRequestsQuery } from './hook-queries';
import { HookRequestView } from './hook-request-view';
import { LiveRequests } from './live-requests';
import { OutcomeList } from './outcome-list';
import { useHookListening } from './use-hook-listening';

export interface HookRequestsProps {
  blockId: string;
  /** The live webhook's URL; null while there is none, or the reader may not see it. */
  url: string | null;
  check: RequestCheck;
  method: string;
}

/** Test requests, updated while the editor listens, and the outcomes of live requests. */
export function HookRequests({ blockId, url, check, method }: HookRequestsProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const [isOn, setOn] = useState(false);
  const { state, failure } = useHookListening(workflowId, blockId, isOn);
  const requests = useQuery(hookRequestsQuery(workflowId, blockId));
  return (
    <section aria-label="Requests" className="flex flex-col gap-3 px-4 pt-4">
      {url === null ? null : (
        <Switch
          label="Listen for requests"
          help="Turn it on to get a test URL. Requests to it are listed here and don’t start runs."
          checked={isOn}
          onCheckedChange={setOn}
        />
      )}
      {isOn && url !== null ? <TestUrl url={`${url}/test`} check={check} method={method} /> : null}
      {isOn ? (
        <p role="status" className="text-muted text-xs">
          {state === 'on' ? 'Listening …' : state === 'failed' ? 'Not listening.' : 'Connecting …'}
        </p>
      ) : null}
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      {requests.isError ? (
        <LoadFailure error={requests.error} onRetry={() => void requests.refetch()} />
      ) : null}
      {requests.data === undefined ? null : (
        <>
          <RequestList blockId={blockId} requests={requests.data.data} isOn={isOn} />
          <OutcomeList outcomes={requests.data.outcomes} />
        </>
      )}
      <LiveRequests />
    </section>
  );
}

function TestUrl({ url, check, method }: { url: string; check: RequestCheck; method: string }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <code className="wrap-anywhere min-w-0 flex-1 rounded-md bg-sunken px-2 py-1.5 font-mono text-xs">
          {url}
        </code>
        <CopyButton label="Copy test URL" text={url} />
      </div>
      <CodeBlock label="test command" code={exampleCommand(url, check, method)} wrap />
    </>
  );
}

interface RequestListProps {
  blockId: string;
  requests: readonly HookRequestSummary[];
  isOn: boolean;
}

function RequestList({ blockId, requests, isOn }: RequestListProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  if (requests.length === 0)
    return isOn ? (
      <p className="text-muted text-xs">No test requests yet. Send one to the test URL.</p>
    ) : null;
  return (
    <ol aria-label="Test requests" className="divide-y divide-line rounded-lg border border-line">
      {requests.map((request) => (
        <RequestRow
          key={request.id}
          blockId={blockId}
          request={request}
          isOpen={openId === request.id}
          onToggle={() => setOpenId(openId === request.id ? null : request.id)}
        />
      ))}
    </ol>
  );
}

interface RequestRowProps {
  blockId: string;
  request: HookRequestSummary;
  isOpen: boolean;
  onToggle: () => void;
}

function RequestRow({ blockId, request, isOpen, onToggle }: RequestRowProps) {
  const bodyId = useId();
  const { label, tone } = OUTCOME_WORDS[request.outcome];
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={onToggle}
        className={cn(
          'flex w-full flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1.5 text-left text-xs',
          'hover:bg-sunken focus-visible:-outline-offset-2',
        )}
      >
        <ChevronRight
          aria-hidden
          className={cn('size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span className="font-medium font-mono">{request.method}</span>
        <Badge tone={tone}>{label}</Badge>
        <span className="tabular ml-auto text-muted">{formatBytes(request.size)}</span>
        <span className="text-muted">
          <RelativeTime at={request.receivedAt} />
        </span>
        {request.reason === null ? null : (
          <span className="wrap-anywhere w-full pl-5.5 text-muted">{request.reason}</span>
        )}
      </button>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? <HookRequestView blockId={blockId} requestId={request.id} /> : null}
      </div>
    </li>
  );
}
