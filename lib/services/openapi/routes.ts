import { editorSchemas } from '../../core/block-schemas/workflow-schemas';
import { AppError } from '../../platform/errors';
import { Reply } from '../../platform/http/reply';
import { type Operation, publicOperation } from '../access/operation';
import { getSchemaEndpoint } from './schema-endpoint';

const HEADERS = { 'content-type': 'application/schema+json', 'cache-control': 'public, max-age=300' };
/** Editors in a browser load schemas from the pages of other sites. */
const ANY_SITE = { 'access-control-allow-origin': '*' };

export const schemaRoutes: readonly Operation[] = [
  publicOperation(getSchemaEndpoint, async (_, { params: { file } }) => schemaReply(file), {
    crossOrigin: async () => ({ ...ANY_SITE }),
  }),
];

function schemaReply(file: string): Reply {
  const schemas = editorSchemas();
  const text = schemas.get(file);
  if (text !== undefined) return new Reply(text, 200, { ...HEADERS });
  const message = `There is no schema of this name. There are: ${[...schemas.keys()].join(', ')}.`;
  throw new AppError('not_found', message);
}
