import type { z } from 'zod';
import type { ErrorCode } from '../errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType | undefined;
type Out<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type In<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

/**
 * One operation of the API: the route's validation, the OpenAPI document, the typed client and the forms
 * are derived from it. In the browser only `id`, `method` and `path` exist
 * (`scripts/lib/endpoints-for-browser.cjs`): a form imports the schema that it checks.
 *
 * `auth`: `public`; `session` (a signed-in browser only, for the reason in `sessionOnly`); `key` (an API key
 * with `scope`, or a session).
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
  /** The path with `{name}` segments, for example `/api/v1/logs/{id}`. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /**
   * `public`: a caller need not be signed in. `nobody`: callers are not even authenticated, so that the
   * endpoint responds without the database.
   */
  auth: 'nobody' | 'public' | 'session' | 'key';
  /**
   * The scope that a key needs; one of several is enough. The possible scopes are defined where the
   * endpoint is bound to its verb.
   */
  scope?: Scope | readonly Scope[];
  /**
   * Its verb keeps to the workflows of a key that is limited to some. Otherwise it takes such a key only if its
   * path is that of a workflow.
   */
  keepsToWorkflows?: true;
  /**
   * With `auth: 'session'`: why no key may call it, and what a key may call instead, in words that its caller
   * reads.
   */
  sessionOnly?: { why: string; instead?: string };
  /**
   * Calls with an API key count against this window of their plan holder, and every response to them has
   * the counts in its headers.
   */
  rateLimit?: 'logs';
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * Documents that the operation also reads bodies of other content types than JSON: only one with a
   * `Content-Encoding` is 415.
   */
  takesAnyBody?: true;
  /** The path is a former one: since that day (ISO 8601), `successor` is the path of the same operation. */
  former?: { since: string; successor: string };
  /** The path before a key could call it; it answers the same, and says where the operation is now. */
  movedFrom?: string;
  /** Documents the headers that a caller may send: the verb reads them from its context. */
  headers?: z.ZodType;
  /** Of a repeated parameter the first counts: another site sends the browser here. Otherwise it is refused. */
  takesFirst?: true;
  /** Undefined means 204, no content. */
  response?: Response;
  /** The success status; 200 by default. */
  status?: number;
  /** Documents the content of a success that consists of bytes of any type. */
  bytes?: string;
  /**
   * Documents the alternatives that a caller may request by `Accept`: by media type, a description and the
   * schema of each item. Documented beside `content`, where generators would make a union with the JSON
   * response that can't be read without a cast.
   */
  streams?: Record<string, { description: string; item: z.ZodType }>;
  /** Documents other successes, by status (for example 202 of an asynchronous run). */
  otherResponses?: Record<number, { description: string; schema?: z.ZodType }>;
  /** Documents a success's headers besides those of every response; `openapi.ts` describes them. */
  answerHeaders?: readonly string[];
  /** Documents expected failures besides those that every such endpoint has. */
  problems?: readonly ErrorCode[];
  /** Documents the members that problems of a status may have besides the usual ones; all are optional. */
  problemMembers?: Readonly<Record<number, z.ZodType>>;
  /** Numbers of the body that a double can't hold are `ExactNumber`s, for values that are passed on. */
  exactNumbers?: true;
  /** Maximum bytes of the request body; by default 1 MiB, and 16 KiB if nobody need be signed in. */
  maxBodyBytes?: number;
  /**
   * Returns the part of a response with live numbers. If set, responses carry a weak `ETag` over all but
   * this part, and 304 is sent to callers who have it.
   */
  live?(answer: Out<Response>): unknown;
}

export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never;

/** A query whose parameters are all optional may be left out. */
type QueryArgs<Query> = Partial<Query> extends Query ? { query?: Query } : { query: Query };

/** The arguments that a client passes: only the parts that the endpoint has. */
export type EndpointArgs<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? (P extends z.ZodType ? { params: In<P> } : unknown) &
        (Q extends z.ZodType ? QueryArgs<In<Q>> : unknown) &
        (B extends z.ZodType ? { body: In<B> } : unknown)
    : never;

export type EndpointResponse<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? Out<R> : never;

/** Keeps the schemas' types; returns the object unchanged. */
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
