import type { ReactNode } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { DocsPart } from './docs-part';
import { Inline } from './prose';

/** The guide for programs that read the logs as they come. */
export function FollowTheLogs({ origin, program }: { origin: string; program: string }) {
  const list = `curl '${origin}/api/v1/logs?workspaceId=WORKSPACE_ID&order=asc`;
  const key = `-H "x-api-key: $MILLRACE_API_KEY"`;
  return (
    <DocsPart id="follow-the-logs" title="Follow the logs">
      <p>
        <Inline text="A log is listed once its execution has finished, and never changes afterwards. To get each one exactly once, walk with `order=asc` and pass on cursors; dates alone miss executions that start early and finish late." />
      </p>
      <Step title="Walk">
        <Inline text="Ask for the first page, then pass `nextCursor` as `cursor` until it is null. What finishes meanwhile does not shift the pages: a descending walk leaves it out, an ascending one brings it at its end. A page may hold fewer rows than `limit`, even none; only a null `nextCursor` is the end. Filters and `order` stay the same for a whole walk; `limit`, `details` and the include flags may change." />
      </Step>
      <CodeBlock wrap label="command" code={`${list}&startDate=2026-01-31T00:00:00Z' \\\n  ${key}`} />
      <Step title="Come back">
        <Inline text="The last page of an ascending walk has a `resumeCursor`. Pass it as `cursor`, in ten seconds or in ten days: you get exactly what has finished since, late finishers included, each once. Keep it after you have handled the page, and a crash repeats a page rather than losing one. A program that keeps only its last `nextCursor` misses nothing either: asked with again, it gives that page once more and everything newer." />
      </Step>
      <CodeBlock
        wrap
        label="command"
        code={`${list}&startDate=2026-01-31T00:00:00Z&cursor=RESUME_CURSOR' \\\n  ${key}`}
      />
      <Step title="Limits">
        <Inline text="Calls of the logs API are counted a minute for each plan, over all keys: free 10, pro 30, team 60, enterprise as agreed. `X-RateLimit-Remaining` says what is left and `X-RateLimit-Reset` until when; after a 429 wait the seconds of `Retry-After`. The `limits` in bodies are about executions, and are as of the answer." />
      </Step>
      <Step title="Ask cheaply">
        <Inline text="Answers carry a weak `ETag` over all they say except `limits`. Send it as `If-None-Match`: 304 means that the logs are the same." />
      </Step>
      <Step title="All at once">
        <Inline text='With `Accept: application/x-ndjson` the same query is streamed: one log a line, all of them unless `limit` says how many, and it counts as one call. The last line is `{"nextCursor", "resumeCursor", "limits"}`; a last line `{"error": …}` says why an export broke off, and with neither the connection was lost: rows do not change, so begin again from the last `startedAt`.' />
      </Step>
      <CodeBlock
        wrap
        label="command"
        code={`${list}' \\\n  ${key} \\\n  -H 'accept: application/x-ndjson' > logs.ndjson`}
      />
      <Step title="Files">
        <Inline text="Bytes that an execution’s blocks got, images for example, are in `files`; each has a `url` to download it from with the same key. In traces and outputs they appear as `{contentType, size, fileId}`." />
      </Step>
      <Step title="When it fails">
        <Inline text="Branch on `code`: `cursor_invalid` and `cursor_filter_mismatch` are mistakes in your program; after `cursor_expired` begin again with a `startDate`; 429, 5xx and lost connections are worth another try, each after a longer wait. Quote `requestId` when you ask for help." />
      </Step>
      <p>
        <Inline text="All of it as a program, with the typed client of this repository (`examples/poll-logs.ts`):" />
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
