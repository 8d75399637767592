import { setting, toolEnvironment } from './project.mjs';

/** The environment of the product's own processes; `lib/platform/env.ts` reads exactly this. */
export function appEnvironment({ databaseUrl, dataFolder, secrets, port, host, mode }) {
  return toolEnvironment({
    NODE_ENV: mode,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    PORT: String(port),
    HOST: host,
    NEXTAUTH_URL: appUrl(port),
    WORKER: setting('WORKER') ?? 'inline',
    OUTBOUND_ALLOW: setting('OUTBOUND_ALLOW') ?? '',
    ...secrets,
  });
}

/** The URL at which people open the product: NEXTAUTH_URL, else this machine. */
export function appUrl(port) {
  return setting('NEXTAUTH_URL') ?? `http://localhost:${port}`;
}
