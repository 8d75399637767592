import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';
import { RECEIVER_CODE } from '@/lib/services/outgoing-webhooks/receiver-code';
import { DocsPart } from './docs-part';
import type { Schemas } from './json-schema';
import { type ApiOperation, jsonExampleOf, jsonSchemaOf } from './openapi-document';
import { Parameters, PartTitle } from './operation-section';
import { Inline } from './prose';
import { SchemaTable } from './schema-table';

/** One event for subscriptions: headers, payload, signature, and the effect of each response. */
export function EventSection(props: { type: string; event: ApiOperation; schemas: Schemas }) {
  const { type, event, schemas } = props;
  const schema = jsonSchemaOf(event.requestBody?.content);
  const [node] = RECEIVER_CODE;
  return (
    <DocsPart id="receive-webhooks" title="Receive webhooks">
      <p>
        <Inline text={`Each subscription gets a \`POST\` of type \`${type}\`. ${event.description}`} />
      </p>
      <p>
        <Inline
          text={
            'Subscriptions are created in the app, under Webhooks in the sidebar or with the webhook icon ' +
            'in the bar above a workflow’s canvas, and by code at `/api/v1/webhooks`, with a key whose ' +
            'scope is `webhooks:write`. The guide has the steps and the code: '
          }
        />
        <Link href="/docs/guide/receive-webhooks" className="text-accent underline underline-offset-2">
          Receive Millrace’s webhooks
        </Link>
        .
      </p>
      <Parameters title="Headers" parameters={event.parameters} under={2} />
      {schema ? (
        <div>
          <PartTitle under={2}>Payload</PartTitle>
          <SchemaTable schema={schema} schemas={schemas} />
        </div>
      ) : null}
      <CodeBlock label="payload" code={JSON.stringify(jsonExampleOf(event.requestBody?.content), null, 2)} />
      <div>
        <PartTitle under={2}>Your response</PartTitle>
        <ul className="rounded-lg border border-line bg-surface">
          {Object.entries(event.responses).map(([status, { description }]) => (
            <li key={status} className="not-first:border-line not-first:border-t px-3 py-2">
              <code className="mr-2 font-medium text-ink text-xs">{status}</code>
              <Inline text={description} />
            </li>
          ))}
        </ul>
      </div>
      <p>
        <Inline
          text={
            'Read the raw body before any JSON parser, refuse what is older than five minutes, compare ' +
            '`HMAC-SHA256(secret, <timestamp> + "." + <raw body>)` in hex with each `v1` in constant time, ' +
            'respond at once, and drop a delivery whose `Idempotency-Key` you have handled. The whole ' +
            'secret, with its `whsec_`, is the key.'
          }
        />
      </p>
      {node ? <CodeBlock label="receiver" code={node.code} /> : null}
      <p>A workflow’s webhooks panel has the same receiver in Python, Go and PHP, and can test yours.</p>
    </DocsPart>
  );
}
