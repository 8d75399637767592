import { z } from 'zod';

/**
 * The authentication of a request, as authored; every text may hold references and `{{NAME}}`. It
 * becomes plain headers or query parameters. The members `token`, `password`, `apiKey` and
 * `clientSecret` are treated as credentials everywhere.
 */
export const Auth = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('bearer'), token: z.string().default('') }),
  z.object({
    kind: z.literal('basic'),
    username: z.string().default(''),
    password: z.string().default(''),
  }),
  z.object({
    kind: z.literal('apiKey'),
    in: z.enum(['header', 'query']).default('header'),
    name: z.string().default('X-API-Key'),
    apiKey: z.string().default(''),
  }),
  z.object({
    kind: z.literal('oauth2ClientCredentials'),
    tokenUrl: z.string().default(''),
    clientId: z.string().default(''),
    clientSecret: z.string().default(''),
    /** Separated by spaces or commas, as the server requires; left out if empty, like `audience`. */
    scope: z.string().default(''),
    audience: z.string().default(''),
    /** The first way to send id and secret to the token server: HTTP Basic or form fields. */
    sendCredentials: z.enum(['header', 'body']).default('header'),
  }),
  /** A connection of the workspace, by id: its credential is sent, or its token, renewed when it expires. */
  z.object({ kind: z.literal('connection'), connectionId: z.string().default('') }),
]);
export type Auth = z.infer<typeof Auth>;

/** A preset with all of its values: nothing has to be fetched before it can be sent. */
export type SentAuth = Extract<Auth, { kind: 'bearer' | 'basic' | 'apiKey' }>;
