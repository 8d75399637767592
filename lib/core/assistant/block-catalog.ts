import { z } from 'zod';
import type { BlockDefinition } from '../blocks/block';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { Block } from '../workflow/schema';

/** What a model is told of a type of block: all drawn from the definition that the form is drawn from. */
function catalogEntry(definition: BlockDefinition) {
  const { type, title, description, hasInput, limit, startsOn, container, fields } = definition;
  const ends = endsOf(definition, {});
  return {
    type,
    title,
    description,
    ...(hasInput ? {} : { startsRuns: startsOn ?? definition.note === undefined }),
    ...(limit === undefined ? {} : { limit }),
    ...(container && {
      container: { iteration: `<${container.kind}.…>`, outputs: container.iterationOutputs },
    }),
    settings: settingsSchema(definition),
    help: Object.fromEntries(
      fields.flatMap(({ name, help, label, references }) => [
        [name, [help ?? label, ...(references === 'none' ? ['No references.'] : [])].join(' ')],
      ]),
    ),
    ...ends,
    ...(definition.openOutputs && { outputsMore: true }),
  };
}

function settingsSchema({ config }: BlockDefinition): object {
  const { $schema: _, ...schema } = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  return schema;
}

/** Where connections start, and what later blocks can refer to; nothing of a config that is wrong. */
export function endsOf(definition: BlockDefinition, config: Block['config']) {
  const read = definition.config.safeParse(config);
  if (!read.success) return {};
  return {
    ports: definition.ports(read.data).map(({ id, kind }) => `${id} (${kind})`),
    outputs: definition.outputs(read.data).map(({ name, type, description }) => ({
      name,
      type,
      ...(description === undefined ? {} : { description }),
    })),
  };
}

let written: string | undefined;

/** All types of blocks, as JSON: the same text each time, so that a provider may keep it. */
export function blockCatalog(): string {
  written ??= JSON.stringify([...blockDefinitions.values()].map(catalogEntry));
  return written;
}
