import { schemasOfBlocks } from '../../core/block-schemas/block-schemas';
import type { JsonSchema } from './openapi-schemas';

const SCHEMAS = '#/components/schemas/';
const SENT = 'BlockInput';
const RETURNED = 'Block';

/**
 * Adds the settings of each block type to the schemas of a document. A block that is sent is one of the
 * typed ones. A draft may hold settings that don't fit yet, so one that is returned promises less.
 */
export function withTypedBlocks(components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const sent = components[SENT];
  if (sent === undefined) return components;
  const naming = { refTo: (name: string) => SCHEMAS + name, suffix: 'Input' };
  const { block, schemas } = schemasOfBlocks(sent, naming);
  const returned = components[RETURNED];
  return {
    ...components,
    ...structuredClone(schemas), // examples are added to each document
    [SENT]: block,
    ...(returned && { [RETURNED]: pointingAtSettings(returned) }),
  };
}

function pointingAtSettings(block: JsonSchema): JsonSchema {
  const properties = block.properties as Record<string, JsonSchema>;
  const description =
    'The settings of its type, such as `ApiBlockSettings`. A draft may hold settings that do not fit yet; ' +
    'publishing refuses them.';
  return { ...block, properties: { ...properties, config: { ...properties.config, description } } };
}
