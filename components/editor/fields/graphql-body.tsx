'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { countOf } from '../../ui/format-quantity';
import { ReferenceInput } from '../references/reference-input';
import type { EditedBody } from './edited-body';
import { fieldText } from './field-props';
import { useGraphqlSchema } from './use-graphql-schema';

export interface GraphqlBodyProps {
  body: EditedBody;
  blockId: string;
  readOnly: boolean;
  change: (part: Partial<EditedBody>) => void;
  queryError: ReactNode;
  variablesError: ReactNode;
  /** The help text of its variables, which are JSON. */
  variablesHelp: string;
}

/** A query and its variables. With the server's schema, names are offered, described and checked. */
export function GraphqlBody(props: GraphqlBodyProps) {
  const { body, blockId, readOnly, change, queryError, variablesError, variablesHelp } = props;
  const schema = useGraphqlSchema(blockId);
  const code = { blockId, readOnly, multiline: true, mono: true };
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <Field label="Query" error={queryError}>
          <ReferenceInput
            {...code}
            language="graphql"
            plain
            schema={schema.data?.told}
            value={fieldText(body.query)}
            placeholder={'query {\n  viewer { name }\n}'}
            onChange={(query) => change({ query })}
          />
        </Field>
        {readOnly || !schema.canLoad ? null : <SchemaLine schema={schema} />}
      </div>
      <Field label="Variables" help={variablesHelp} error={variablesError}>
        <ReferenceInput
          {...code}
          language="json"
          minRows={3}
          value={fieldText(body.variables)}
          placeholder="{}"
          onChange={(variables) => change({ variables })}
        />
      </Field>
    </>
  );
}

/**
 * Shows whether the schema is loaded, and a button to load it. The server is queried only on demand.
 */
function SchemaLine({ schema }: { schema: ReturnType<typeof useGraphqlSchema> }) {
  const queries = useQueryClient();
  const { data, error, isFetching, queryKey } = schema;
  const cancel = () => void queries.cancelQueries({ queryKey });
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-2 text-xs">
      {error !== null && !isFetching ? (
        <p role="alert" className="min-w-0 flex-1 text-danger">
          {error.message}
        </p>
      ) : (
        <p role="status" className="min-w-0 flex-1 text-muted">
          {isFetching ? 'Loading the server’s schema…' : data === undefined ? UNKNOWN : known(data.types)}
        </p>
      )}
      <Button size="sm" variant="ghost" onClick={isFetching ? cancel : () => void schema.refetch()}>
        {isFetching ? 'Cancel' : data === undefined && error === null ? 'Load schema' : 'Load again'}
      </Button>
    </div>
  );
}

const UNKNOWN = 'Load the server’s schema for suggestions and validation.';
const known = (types: number) => `Schema of ${countOf(types, 'type')}: Ctrl Space shows suggestions.`;
