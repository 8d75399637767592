import type { ReactNode } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';
import { DocsPart } from './docs-part';
import { Inline } from './prose';

/** The guide for programs that follow the logs. */
export function FollowTheLogs({ origin, program }: { origin: string; program: string }) {
  const list = `curl '${origin}/api/v1/logs?workspaceId=WORKSPACE_ID&order=asc`;
  const key = `-H "x-api-key: $MILLRACE_API_KEY"`;
  return (
    <DocsPart id="follow-the-logs" title="Follow the logs">
      <p>
        <Inline
          text={
            'A log is listed once its execution has finished, and never changes afterwards. To get each ' +
            'one exactly once, read with `order=asc` and pass cursors on; dates alone miss executions that ' +
            'start early and finish late. The guide has a program: '
          }
        />
        <Link href="/docs/guide/polling-the-logs" className="text-accent underline underline-offset-2">
          Poll the logs
        </Link>
        .
      </p>
      <Step title="Read page by page">
        <Inline
          text={
            'Ask for the first page, then pass `nextCursor` as `cursor` until it is null. Executions that ' +
            'finish while you read do not move others to another page. With `order=asc` they appear at ' +
            'the end; with `order=desc` you don’t get them. A page may hold fewer rows than `limit`, ' +
            'even none; only a null `nextCursor` is the end. Keep the filters and `order` the same for ' +
            'all pages; `limit`, `details` and the include flags may change.'
          }
        />
      </Step>
      <CodeBlock wrap label="command" code={`${list}&startDate=2026-01-31T00:00:00Z' \\\n  ${key}`} />
      <Step title="Continue later">
        <Inline
          text={
            'In ascending order the last page has a `resumeCursor`. Pass it as `cursor`, in ten seconds or ' +
            'in ten days (while your plan keeps the logs): you get the executions that have finished ' +
            'since, late ones included, each once. Store it after you have handled the page, so that a ' +
            'crash repeats a page rather than losing one. A program that stores only its last ' +
            '`nextCursor` misses nothing either: that cursor returns its page once more and everything newer.'
          }
        />
      </Step>
      <CodeBlock
        wrap
        label="command"
        code={`${list}&startDate=2026-01-31T00:00:00Z&cursor=RESUME_CURSOR' \\\n  ${key}`}
      />
      <Step title="Limits">
        <Inline
          text={
            'Calls of the logs API are counted per minute and plan, over all keys: free 10, pro 30, team ' +
            '60, enterprise 600. `X-RateLimit-Remaining` says how many are left and ' +
            '`X-RateLimit-Reset` until when; after a 429 wait for the seconds in `Retry-After`. The ' +
            '`limits` in bodies are about executions, at the time of the response.'
          }
        />
      </Step>
      <Step title="Save bandwidth">
        <Inline
          text={
            'Responses carry a weak `ETag` that covers everything except `limits`. Send it as ' +
            '`If-None-Match`: 304 means that the logs are unchanged.'
          }
        />
      </Step>
      <Step title="Export everything">
        <Inline
          text={
            'With `Accept: application/x-ndjson` the same query is streamed: one log per line, with the ' +
            '`errorCode` and `errorMessage` of failed ones. All of them come unless `limit` is set, and it ' +
            'counts as one call. The last line is `{"nextCursor", "resumeCursor", "limits"}`; a last line ' +
            '`{"error": …}` says why an export stopped, and with neither the connection was lost: rows do ' +
            'not change, so start again from the last `startedAt`.'
          }
        />
      </Step>
      <CodeBlock
        wrap
        label="command"
        code={`${list}' \\\n  ${key} \\\n  -H 'accept: application/x-ndjson' > logs.ndjson`}
      />
      <Step title="Files">
        <Inline
          text={
            'Binary data that an execution’s blocks received, images for example, is in `files`; each file ' +
            'has a `url` to download it from with the same key. In traces and outputs they appear as ' +
            '`{contentType, size, fileId}`.'
          }
        />
      </Step>
      <Step title="Errors">
        <Inline
          text={
            'Branch on `code`: `cursor_invalid` and `cursor_filter_mismatch` are mistakes in your program; ' +
            'after `cursor_expired` start again with a `startDate`; retry after 429, 5xx and lost ' +
            'connections, each time after a longer wait. Quote `requestId` when you ask for help.'
          }
        />
      </Step>
      <p>
        <Inline
          text={'All of it as a program, with the typed client of this repository (`examples/poll-logs.ts`):'}
        />
      </p>
      <CodeBlock label="program" code={program} />
    </DocsPart>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p>
      <strong className="mr-1 font-medium text-ink">{title}.</strong>
      {children}
    </p>
  );
}
