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
        test: { name: 'db', include: ['{lib,scripts}/**/*.db.test.ts'], testTimeout: 20_000 },
      },
    ],
  },
});
