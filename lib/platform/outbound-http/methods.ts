/** The methods that can be sent, the documented ones first. */
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const KNOWN: ReadonlySet<string> = new Set(REQUEST_METHODS);
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export const isRequestMethod = (method: string): boolean => KNOWN.has(method);

/** True for the methods with which an authored body is sent. */
export const carriesBody = (method: string): boolean => WITH_BODY.has(method);
