import { z } from 'zod';
import { WorkflowDescription, WorkflowDocument, WorkflowName } from '../workflow/schema';
import { blockSchemas, schemasOfBlocks } from './block-schemas';
import type { JsonSchema } from './settings-schema';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const DEFS = '#/$defs/';

let made: ReadonlyMap<string, string> | undefined;

/**
 * Returns the JSON Schemas for editors, as JSON by file name: `workflow.json` describes a workflow's file,
 * `document.json` a document, `block-<type>.json` the settings of a block. Each stands alone. Built once
 * for each process.
 */
export function editorSchemas(): ReadonlyMap<string, string> {
  made ??= new Map(
    Object.entries(schemasByFile()).map(([file, schema]) => [
      file,
      JSON.stringify({ $schema: DIALECT, ...schema }),
    ]),
  );
  return made;
}

/** The name of the file that describes a workflow's file. */
export const WORKFLOW_FILE_SCHEMA = 'workflow.json';

function schemasByFile(): Record<string, JsonSchema> {
  const $defs = definitions();
  const { WorkflowDocument: document, ...others } = $defs;
  const file = {
    title: 'A Millrace workflow',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      name: own(WorkflowName),
      description: own(WorkflowDescription),
      document: { $ref: `${DEFS}WorkflowDocument` },
    },
    required: ['document'],
    additionalProperties: false,
    $defs,
  };
  const blocks = blockSchemas().map(({ type, settings }) => [`block-${type}.json`, settings]);
  return {
    [WORKFLOW_FILE_SCHEMA]: file,
    'document.json': {
      title: 'The document of a Millrace workflow',
      ...takingSchema(document),
      $defs: others,
    },
    ...Object.fromEntries(blocks),
  };
}

/** Returns the document and what it consists of, by name. */
function definitions(): Record<string, JsonSchema> & { WorkflowDocument: JsonSchema } {
  const { $defs } = z.toJSONSchema(z.object({ document: WorkflowDocument }), {
    io: 'input',
    unrepresentable: 'any',
  }) as { $defs: Record<string, JsonSchema> };
  const naming = { refTo: (name: string) => DEFS + name, suffix: '' };
  const { block, schemas } = schemasOfBlocks($defs.Block!, naming);
  const all = Object.entries({ ...$defs, Block: block, ...schemas });
  // zod adds the name again as `id`, which is an address to other readers.
  const named = Object.fromEntries(all.map(([name, { id: _, examples: __, ...each }]) => [name, each]));
  return named as ReturnType<typeof definitions>;
}

/** A bare document names its schema beside its own members. */
const takingSchema = (document: JsonSchema): JsonSchema => ({
  ...document,
  properties: { $schema: { type: 'string' }, ...(document.properties as object) },
});

const own = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};
