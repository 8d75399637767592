'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { formatBytes } from '@/components/ui/format-quantity';
import { HeaderTable } from '@/components/ui/header-table';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { TimingBars } from '@/components/ui/timing-bars';
import { parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import type { Attempt, WebhookExchange } from '@/lib/services/outgoing-webhooks/schema';
import { cn } from '../ui/class-names';
import { StatusCode } from './webhook-signs';
import { unknownExchangeWords } from './webhook-words';

type Response = NonNullable<WebhookExchange['response']>;

export interface ExchangeViewProps {
  exchange: WebhookExchange;
  body: string;
  /** The attempt's outcome; a test has always ended when it is shown. */
  outcome?: Attempt['outcome'];
}

/** The data of one attempt: response, request and timing. */
export function ExchangeView({ exchange, body, outcome = 'failed' }: ExchangeViewProps) {
  const { request, response, timing } = exchange;
  const unknown = unknownExchangeWords(outcome);
  return (
    <Tabs defaultValue={response === null ? 'request' : 'response'}>
      <TabsList className="-mx-1.5 px-1.5">
        <TabsTrigger value="response">Response</TabsTrigger>
        <TabsTrigger value="request">Request</TabsTrigger>
        <TabsTrigger value="timing">Timing</TabsTrigger>
      </TabsList>
      <TabsContent value="response" className="flex flex-col gap-2 pt-3">
        {response === null ? (
          <p className="text-muted">{unknown.response}</p>
        ) : (
          <>
            <p className="flex items-center gap-2">
              <span className="text-faint text-xs">Status</span> <StatusCode status={response.status} />
            </p>
            <HeaderTable headers={response.headers} />
            <ResponseBody body={response.body} />
          </>
        )}
      </TabsContent>
      <TabsContent value="request" className="flex flex-col gap-2 pt-3">
        {request === null ? (
          <>
            <p className="text-muted">{unknown.request}</p>
            {unknown.mayBeSent ? <BodyText label="request body" text={body} /> : null}
          </>
        ) : (
          <>
            <p className="wrap-anywhere font-mono text-xs">
              <span className="font-medium">POST</span> {request.url}
            </p>
            <HeaderTable headers={request.headers} />
            <BodyText label="request body" text={body} />
          </>
        )}
      </TabsContent>
      <TabsContent value="timing" className="pt-3">
        <TimingBars timing={timing} />
      </TabsContent>
    </Tabs>
  );
}

function ResponseBody({ body }: { body: Response['body'] }) {
  const cut = body.truncated ? <p className="text-faint text-xs">Only the first 16 KB are kept.</p> : null;
  if (body.text === null) {
    const bytes = Math.floor(((body.base64?.replace(/={1,2}$/, '').length ?? 0) * 3) / 4);
    return (
      <div className="flex items-center gap-2 text-muted">
        <p>A binary body; {formatBytes(bytes)} of it are kept.</p>
        {body.base64 ? <CopyButton label="Copy as base64" text={body.base64} /> : null}
        {cut}
      </div>
    );
  }
  if (body.text === '') return <p className="text-faint text-xs">The body is empty.</p>;
  return (
    <>
      <BodyText label="response body" text={body.text} />
      {cut}
    </>
  );
}

/** Formatted if it is JSON; copied unchanged. */
export function BodyText({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-sunken">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap p-3',
          'pr-10 font-mono text-xs leading-5 focus-visible:-outline-offset-2',
        )}
      >
        {laidOut(text)}
      </pre>
      <CopyButton label={`Copy ${label}`} text={text} className="absolute top-1.5 right-1.5 bg-sunken" />
    </div>
  );
}

/** Longer texts are not formatted, because formatting would block the page. */
const LAID_OUT_CHARACTERS = 200_000;

function laidOut(text: string): string {
  if (text.length > LAID_OUT_CHARACTERS) return text;
  try {
    return writeJson(parseExact(text), null, 2);
  } catch {
    return text; // not JSON
  }
}
