import { readGuards } from '../access/guards';
import { type Operation, operation } from '../access/operation';
import { fetchDocumentEndpoint } from './endpoints';
import { fetchDocument } from './fetch-document';

export const importRoutes: readonly Operation[] = [
  operation(
    fetchDocumentEndpoint,
    (actor, { params, body }, { signal }) => fetchDocument(actor, { ...body, ...params }, signal),
    { guards: readGuards('writer') },
  ),
];
