import { isId, isWritten } from '../ids';
import { isJsonObject } from '../text/exact-number';

/** Ids that others choose: of a document's blocks, of a window's edits, and of what is kept in code. */
const CHOSEN = new Set(['blockId', 'blockIds', 'spanId', 'clientId', 'externalId']);

const namesIds = (name: string): boolean => name === 'id' || (/Ids?$/.test(name) && !CHOSEN.has(name));

interface Asked {
  params: Record<string, string>;
  search: URLSearchParams;
}

/**
 * Returns the request with the ids of its path and query in small letters, as we write them: the database
 * takes capitals for the same id, and everything else has to as well.
 */
export function withWrittenIds<Request extends Asked>(request: Request): Request {
  const { params, search } = request;
  const inPath = Object.entries(params).some(([name, value]) => needsChange(name, value));
  let inQuery = false;
  for (const [name, value] of search) inQuery ||= needsChange(name, value);
  if (!inPath && !inQuery) return request;
  return {
    ...request,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, written(name, value)])),
    search: new URLSearchParams([...search].map(([name, value]) => [name, written(name, value)])),
  };
}

/** The same for the members of a body; what they hold is the verb's. */
export function writeIdsIn(body: unknown): void {
  if (!isJsonObject(body)) return;
  for (const [name, value] of Object.entries(body))
    if (typeof value === 'string' && needsChange(name, value)) body[name] = written(name, value);
    else if (Array.isArray(value) && namesIds(name))
      body[name] = value.map((each: unknown) => (typeof each === 'string' ? written(name, each) : each));
}

const needsChange = (name: string, value: string): boolean =>
  namesIds(name) && /[A-F]/.test(value) && written(name, value) !== value;

/** A list is separated by commas. */
const written = (name: string, value: string): string =>
  namesIds(name) ? value.split(',').map(writtenId).join(',') : value;

function writtenId(text: string): string {
  const id = text.trim();
  return isId(id) && !isWritten(id) ? id.toLowerCase() : text;
}
