import type { z } from 'zod';
import type { ErrorCode } from '../errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType | undefined;
type Out<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type In<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

/**
 * One operation of the API: the route's validation, the OpenAPI document, the typed client and the forms are
 * drawn from it. In the browser only `id`, `method` and `path` are there
 * (`scripts/lib/endpoints-for-browser.cjs`): a form imports the schema that it checks.
 *
 * `auth`: `public`; `session` (a signed-in browser only); `key` (an API key with `scope`, or a session).
 */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Scope extends string = string,
  Verb extends Method = Method,
> {
  /** operationId; unique. */
  id: string;
  method: Verb;
  /** With `{name}` segments, for example `/api/v1/logs/{id}`. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /**
   * `public`: nobody need be signed in. `nobody`: not even looked at, so that it answers without the
   * database.
   */
  auth: 'nobody' | 'public' | 'session' | 'key';
  /**
   * What a key needs to be allowed; one of several will do. Which there are is for whoever ties the endpoint
   * to its verb.
   */
  scope?: Scope | readonly Scope[];
  /**
   * Calls with an API key count against this window of their plan holder, and every answer to them says so in
   * its headers.
   */
  rateLimit?: 'logs';
  params?: Params;
  query?: Query;
  body?: Body;
  /** The operation reads bodies of other content types than JSON too, for documents: it never answers 415. */
  takesAnyBody?: true;
  /** Headers a caller may send, for documents: the verb reads them from its context. */
  headers?: z.ZodType;
  /** Undefined: 204, no content. */
  response?: Response;
  /** Success status; 200 unless given. */
  status?: number;
  /** Where a success is bytes of any type, for documents: what they are. */
  bytes?: string;
  /**
   * What a caller may ask for instead by `Accept`, for documents: by media type, what it is and what each of
   * its items holds. It stands beside `content`, where generators would make a union of it with the JSON
   * answer that nobody can read without a cast.
   */
  streams?: Record<string, { description: string; item: z.ZodType }>;
  /** Other successes, by status, for documents (for example 202 of an asynchronous run). */
  otherResponses?: Record<number, { description: string; schema?: z.ZodType }>;
  /** Headers of a success besides those of every answer, for documents; `openapi.ts` describes them. */
  answerHeaders?: readonly string[];
  /** Expected failures beside those that every such endpoint has, for documents. */
  problems?: readonly ErrorCode[];
  /** Numbers of the body that a double can't hold are `ExactNumber`s: for values that are passed on. */
  exactNumbers?: true;
  /** Bytes of request body accepted; 1 MiB unless given. */
  maxBodyBytes?: number;
  /**
   * Answers carry a weak `ETag`, and 304 to who has it; it covers all of an answer but this part, whose
   * numbers are live.
   */
  live?(answer: Out<Response>): unknown;
}

export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never;

/** What a client passes: only the parts the endpoint has. */
export type EndpointArgs<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? (P extends z.ZodType ? { params: In<P> } : unknown) &
        (Q extends z.ZodType ? { query: In<Q> } : unknown) &
        (B extends z.ZodType ? { body: In<B> } : unknown)
    : never;

export type EndpointResponse<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? Out<R> : never;

/** Keeps the schemas' types; the object is returned as it is. */
export function defineEndpoint<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Response extends Schema = undefined,
  Scope extends string = never,
  Verb extends Method = Method,
>(
  endpoint: Endpoint<Params, Query, Body, Response, Scope, Verb>,
): Endpoint<Params, Query, Body, Response, Scope, Verb> {
  return endpoint;
}
