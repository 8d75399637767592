'use client';

import { useState } from 'react';
import { Badge, type Tone } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { Segmented } from '@/components/ui/segmented';
import { cn } from '../ui/class-names';
import { type Schemas, typeWords } from './json-schema';
import {
  jsonExampleOf,
  jsonSchemaOf,
  otherMediaOf,
  type Parameter,
  type PlacedOperation,
} from './openapi-document';
import { operationCurl } from './operation-curl';
import { operationTypescript } from './operation-typescript';
import { Inline, Prose } from './prose';
import { FieldNotes, SchemaTable } from './schema-table';

const METHOD_TONES: Record<string, Tone> = {
  GET: 'running',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
};

export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge tone={METHOD_TONES[method] ?? 'neutral'} className="w-14 shrink-0 justify-center font-mono">
      {method}
    </Badge>
  );
}

export interface OperationSectionProps {
  operation: PlacedOperation;
  origin: string;
  schemas: Schemas;
}

/** One operation: text and parameters on the left, a command and a response on the right. */
export function OperationSection({ operation, origin, schemas }: OperationSectionProps) {
  const body = jsonSchemaOf(operation.requestBody?.content);
  return (
    <section
      id={operation.operationId}
      aria-labelledby={`${operation.operationId}-title`}
      className="scroll-mt-16 border-line border-t py-10"
    >
      <h3 id={`${operation.operationId}-title`} className="font-semibold text-lg">
        <a href={`#${operation.operationId}`} className="hover:underline">
          {operation.summary}
        </a>
      </h3>
      <p className="mt-2 flex items-center gap-2">
        <MethodBadge method={operation.method} />
        <code className="wrap-anywhere text-xs">{operation.path}</code>
      </p>
      <div className="mt-4 grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="flex min-w-0 flex-col gap-6">
          {operation.description ? <Prose text={operation.description} className="text-muted" /> : null}
          <Parameters
            title="Path"
            parameters={operation.parameters.filter(({ in: place }) => place === 'path')}
          />
          <Parameters
            title="Query"
            parameters={operation.parameters.filter(({ in: place }) => place === 'query')}
          />
          <Parameters
            title="Headers"
            parameters={operation.parameters.filter(({ in: place }) => place === 'header')}
          />
          {body ? (
            <div>
              <PartTitle>Body</PartTitle>
              <SchemaTable schema={body} schemas={schemas} />
            </div>
          ) : null}
          <Responses operation={operation} schemas={schemas} />
        </div>
        <Example operation={operation} origin={origin} schemas={schemas} />
      </div>
    </section>
  );
}

/** `under`: the level of the heading above. */
export function PartTitle({ children, under = 3 }: { children: string; under?: 2 | 3 }) {
  const Title = under === 2 ? 'h3' : 'h4';
  return <Title className="mb-2 font-medium text-faint text-xs">{children}</Title>;
}

export function Parameters(props: { title: string; parameters: Parameter[]; under?: 2 | 3 }) {
  const { title, parameters, under } = props;
  if (parameters.length === 0) return null;
  return (
    <div>
      <PartTitle under={under}>{title}</PartTitle>
      <ul className="rounded-lg border border-line bg-surface">
        {parameters.map((parameter) => (
          <li key={parameter.name} className="not-first:border-line not-first:border-t px-3 py-2">
            <div className="flex flex-wrap items-baseline gap-2">
              <code className="font-medium text-xs">{parameter.name}</code>
              <code className="wrap-anywhere text-faint text-xs">{typeWords(parameter.schema ?? {})}</code>
              {parameter.schema?.type === 'array' ? (
                <span className="text-faint text-xs">comma-separated</span>
              ) : null}
              {parameter.required ? <span className="text-2xs text-warning">required</span> : null}
            </div>
            <FieldNotes description={parameter.description} schema={parameter.schema ?? {}} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Responses({ operation, schemas }: { operation: PlacedOperation; schemas: Schemas }) {
  const answers = Object.entries(operation.responses);
  const good = answers.filter(([status]) => status.startsWith('2'));
  const bad = answers.filter(([status]) => status >= '4');
  return (
    <div>
      {good.map(([status, answer]) => {
        const schema = jsonSchemaOf(answer.content);
        const others = otherMediaOf(answer);
        return (
          <div key={status} className="mb-4 flex flex-col gap-2">
            <PartTitle>{`Response ${status}`}</PartTitle>
            {schema ? (
              <SchemaTable schema={schema} schemas={schemas} />
            ) : others.length === 0 ? (
              <Prose text={answer.description} className="text-muted" />
            ) : null}
            {others.map(({ type, description }) => (
              <p key={type} className="text-muted text-xs">
                <code className="mr-2 font-medium text-ink">{type}</code>
                <Inline text={description} />
              </p>
            ))}
          </div>
        );
      })}
      <p className="text-muted text-xs">
        Errors:{' '}
        {bad.map(([status], index) => (
          <span key={status}>
            {index > 0 ? ', ' : ''}
            <a
              href="#errors"
              className={cn(
                'tabular text-accent underline decoration-accent/40',
                'underline-offset-2 hover:decoration-current',
              )}
            >
              {status}
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}

function Example({ operation, origin, schemas }: OperationSectionProps) {
  const [answer] = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const example = answer ? jsonExampleOf(answer[1].content) : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-16 lg:self-start">
      <Call operation={operation} origin={origin} schemas={schemas} />
      {example === undefined ? null : (
        <div>
          <PartTitle>{`Example of ${answer?.[0]}`}</PartTitle>
          <CodeBlock label="answer" code={JSON.stringify(example, null, 2)} />
        </div>
      )}
    </div>
  );
}

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
] as const;

function Call({ operation, origin, schemas }: OperationSectionProps) {
  const [language, setLanguage] = useState<'curl' | 'typescript'>('curl');
  return (
    <div className="flex flex-col items-start gap-2">
      <Segmented
        aria-label={`Language of the call of ${operation.summary}`}
        value={language}
        onValueChange={setLanguage}
        options={LANGUAGES}
      />
      <div className="w-full">
        <CodeBlock
          wrap={language === 'curl'}
          label={language === 'curl' ? 'command' : 'TypeScript'}
          code={
            language === 'curl'
              ? operationCurl(operation, origin)
              : operationTypescript(operation, origin, schemas)
          }
        />
      </div>
    </div>
  );
}
