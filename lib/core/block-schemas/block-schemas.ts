import { blockDefinitions } from '../blocks/registry/definitions';
import { type JsonSchema, settingsSchema } from './settings-schema';

/** The schema of one block type's settings, under the name that documents give it. */
interface BlockSchema {
  type: string;
  /** `ApiBlockSettings`. */
  settingsName: string;
  /** `ApiBlock`. */
  blockName: string;
  title: string;
  settings: JsonSchema;
}

let made: readonly BlockSchema[] | undefined;

/** Returns the schema of every block type's settings, in the palette's order. Built once for each process. */
export function blockSchemas(): readonly BlockSchema[] {
  made ??= [...blockDefinitions.values()].map((definition) => {
    const { type, title } = definition;
    const blockName = `${type.split('-').map(capitalized).join('')}Block`;
    const settings = settingsSchema(definition);
    return { type, title, blockName, settingsName: `${blockName}Settings`, settings };
  });
  return made;
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The block types there are, in the palette's order. */
export const blockTypes = (): string[] => [...blockDefinitions.keys()];

/** Names the schema of blocks of one type in a document: `ApiBlock` with the suffix. */
interface Naming {
  /** Returns the reference to a schema by its name. */
  refTo(name: string): string;
  suffix: string;
}

/**
 * Returns the schemas that describe blocks by type: one for each type and one for any other, which belongs
 * to a later version; `oneOf` of them takes the place of the plain block. `block`: the schema of a block
 * whatever its type.
 */
export function schemasOfBlocks(
  block: JsonSchema,
  { refTo, suffix }: Naming,
): { block: JsonSchema; schemas: Record<string, JsonSchema> } {
  const own = block.properties as JsonSchema;
  const schemas: Record<string, JsonSchema> = {};
  const names: string[] = [];
  for (const { type, title, blockName, settingsName, settings } of blockSchemas()) {
    const name = blockName + suffix;
    names.push(name);
    schemas[settingsName] = settings;
    schemas[name] = {
      ...block,
      description: `A block of the type ${title}.`,
      properties: {
        ...own,
        type: { type: 'string', const: type },
        config: { $ref: refTo(settingsName) },
      },
    };
  }
  const other = `OtherBlock${suffix}`;
  schemas[other] = {
    ...block,
    description: 'A block of a type that a later version may have.',
    properties: { ...own, type: { ...(own.type as JsonSchema), not: { enum: blockTypes() } } },
  };
  const oneOf = [...names, other].map((name) => ({ $ref: refTo(name) }));
  return { block: { description: 'A block; its `type` decides its settings.', oneOf }, schemas };
}
