import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };

/** `unit` needs nothing but Node; `db` gets a Postgres of its own through DATABASE_URL (see scripts/test.mjs). */
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{app,components,lib,scripts}/**/*.test.{ts,tsx,mts}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'db',
          include: ['{lib,scripts}/**/*.db.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000, // whole servers start in hooks
          fileParallelism: false, // the queue is one for all
          env: {
            NODE_ENV: 'test',
            ENCRYPTION_KEY: Buffer.alloc(32, 'test').toString('base64'),
            NEXTAUTH_SECRET: 'a secret for the tests alone',
            OUTBOUND_ALLOW: '127.0.0.1',
          },
        },
      },
    ],
  },
});
