import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { fetchDocumentEndpoint } from './endpoints';
import { fetchDocument } from './fetch-document';

export const importRoutes: readonly Operation[] = [
  operation(fetchDocumentEndpoint, (actor, { params, body }, { signal }) =>
    fetchDocument(actor, { ...body, ...params }, signal),
  ),
];
