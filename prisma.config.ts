import { defineConfig } from 'prisma/config';

/**
 * Only `prisma generate` reads this; migrations are applied by scripts/lib/migrate.mjs, which needs no
 * download.
 */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
