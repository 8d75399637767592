import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type KeyHolder, keyHolder } from '../../../e2e/fixtures/api';
import {
  type AppProcess,
  appProcess,
  type Lifetime,
  productEnvironment,
} from '../../../e2e/fixtures/app-process';
import { bootstrap, freePort, liftLimits } from '../../../e2e/fixtures/product';
import { joinEmbedded, migrateDatabase } from '../../../scripts/lib/database.mjs';

/** A server with an owner, from the view of an attacker and a signed-in person. */
export interface Target {
  origin: string;
  port: number;
  process: AppProcess;
  apiKey: string;
  holder: KeyHolder;
  /** The cookie of the owner's session. */
  cookie: string;
  /** Creates an account with its own workspace, whose limits no attack reaches. */
  makeAccount(person: string): Promise<KeyHolder>;
  databaseUrl: string;
  /** The environment for the command line. */
  env: NodeJS.ProcessEnv;
  /** The server's complete output. */
  output(): string;
}

const EMAIL = 'robot@example.com';
/** The password that bootstrap sets. */
const PASSWORD = 'correct horse battery';

/** `settings` are added to its environment. */
export async function openTarget(
  lifetime: Lifetime,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Target> {
  const { url: databaseUrl } = await joinEmbedded(lifetime, path.join(folder, 'database'));
  await migrateDatabase(databaseUrl);
  const data = path.join(folder, 'product');
  mkdirSync(data);
  const port = await freePort();
  const env = productEnvironment(data, databaseUrl, port, settings);
  const account = await bootstrap(env);
  await liftLimits(env);
  const outputFile = path.join(folder, 'server.log');
  const server = appProcess(lifetime, 'server', { env, outputFile });
  await server.start();
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    process: server,
    apiKey: account.apiKey,
    holder: keyHolder({ url: origin }, account),
    makeAccount: async (person) => {
      const made = await bootstrap(env, person);
      await liftLimits(env, person);
      return keyHolder({ url: origin }, made);
    },
    cookie: await signIn(origin, EMAIL),
    databaseUrl,
    env,
    output: () => readFileSync(outputFile, 'utf8'),
  };
}

/** @returns the cookies of a new session of an account created by `bootstrap` */
export async function signIn(origin: string, email: string): Promise<string> {
  return cookiesOf(await postSignIn(origin, PASSWORD, { email, json: 'true' }));
}

/** Posts the form of next-auth's own page, with the required CSRF token. Redirects are not followed. */
export async function postSignIn(
  origin: string,
  password: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(csrf), origin },
    body: new URLSearchParams({ csrfToken, email: EMAIL, password, ...fields }),
  });
}

export const rightPassword = PASSWORD;

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ');
