import { CodeBlock } from '@/components/ui/code-block';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import { DocsPart as Part } from './docs-part';
import { FollowTheLogs } from './follow-the-logs';
import { Inline } from './prose';

export interface ErrorCodeNote {
  code: string;
  status: number;
  meaning: string;
}

export interface DocsIntroductionProps {
  /** This server's origin, for commands that can be pasted. */
  origin: string;
  errors: readonly ErrorCodeNote[];
  /** The source of the example that follows the logs. */
  pollProgram: string;
}

/** Rules that hold for every operation. */
export function DocsIntroduction({ origin, errors, pollProgram }: DocsIntroductionProps) {
  return (
    <>
      <Part id="introduction" title="Millrace API" first>
        <p>
          <Inline
            text={
              'Run workflows, keep them in git, and read the log of every execution. All paths start at ' +
              'this server’s address; request and response bodies are JSON. The version is in the path: ' +
              '`/api/v1`.'
            }
          />
        </p>
      </Part>
      <Part id="authentication" title="Authentication">
        <p>
          <Inline
            text={
              'Send an API key in the header `x-api-key`. Create keys in Settings → API keys; each is ' +
              'shown once. A key can do what its scopes allow in the workspaces chosen for it, and never ' +
              'more than the person who created it.'
            }
          />
        </p>
        <CodeBlock
          wrap
          label="command"
          code={[
            'export MILLRACE_API_KEY=millrace_live_…',
            `curl '${origin}/api/v1/workflows?workspaceId=WORKSPACE_ID' \\`,
            '  -H "x-api-key: $MILLRACE_API_KEY"',
          ].join('\n')}
        />
        <p>The workspace id is in Settings → Workspace.</p>
      </Part>
      <FollowTheLogs origin={origin} program={pollProgram} />
      <Part id="errors" title="Errors">
        <p>
          <Inline
            text={
              'Every error is `application/problem+json` (RFC 9457): branch on `code`, show `detail`, and ' +
              'quote `requestId` when you ask for help. `errors` lists each invalid value.'
            }
          />
        </p>
        <Table>
          <TableHead>
            <TableRow>
              <TableHeader>Code</TableHeader>
              <TableHeader>Status</TableHeader>
              <TableHeader>What it means</TableHeader>
            </TableRow>
          </TableHead>
          <tbody>
            {errors.map(({ code, status, meaning }) => (
              <TableRow key={code} id={`error-${code}`} className="scroll-mt-16 target:bg-accent-soft">
                <TableCell className="font-mono text-xs">{code}</TableCell>
                <TableCell className="tabular text-muted">{status}</TableCell>
                <TableCell className="text-muted">
                  <Inline text={meaning} />
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </Part>
    </>
  );
}
