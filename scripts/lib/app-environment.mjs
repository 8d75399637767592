import { setting, toolEnvironment } from './project.mjs';

/**
 * For the C library (glibc): larger blocks get their own pages, which return to the system immediately. By
 * default it raises that limit with the largest block it has seen, and after one body of 10 MB keeps all
 * such blocks for itself.
 */
const ALLOCATION = {
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
};

/** Returns the environment of the product's own processes; `lib/platform/env.ts` reads exactly this. */
export function appEnvironment({ databaseUrl, dataFolder, secrets, port, host, mode }) {
  const given = Object.keys(ALLOCATION).some((name) => setting(name) !== undefined);
  return toolEnvironment({
    ...(given ? {} : ALLOCATION),
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

/** Returns the URL at which people open the product: NEXTAUTH_URL, else this machine. */
export function appUrl(port) {
  return setting('NEXTAUTH_URL') ?? `http://localhost:${port}`;
}
