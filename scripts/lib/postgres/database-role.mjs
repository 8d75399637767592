import { createHmac } from 'node:crypto';

/** The role that the product connects as: it owns its database and is no superuser. */
export const APP_ROLE = 'millrace_app';

/** Returns its password; the superuser's cannot be derived from it. */
export function appPassword(superuserPassword) {
  return createHmac('sha256', superuserPassword).update(APP_ROLE).digest('base64url');
}

/**
 * Ensures that the role exists and owns the database and everything that the product created there; earlier
 * versions created it as the superuser. Writes nothing if that is already the case.
 */
export async function ensureAppRole(adminUrl, { password, createsDatabases }) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(IS_READY, [APP_ROLE, createsDatabases]);
    if (rows.length > 0) return;
    await client.query('begin');
    await client.query(CREATE_ROLE);
    const createdb = createsDatabases ? 'createdb' : 'nocreatedb';
    const secret = client.escapeLiteral(password);
    await client.query(
      `alter role ${APP_ROLE} login nosuperuser nocreaterole noreplication nobypassrls
        ${createdb} password ${secret}`,
    );
    await client.query(TAKE_OVER);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const IS_READY = `
select from pg_roles r join pg_database d on d.datdba = r.oid
where r.rolname = $1 and d.datname = current_database() and not r.rolsuper and r.rolcreatedb = $2`;

const CREATE_ROLE = `
do $$ begin
  if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE}; end if;
end $$`;

/** REASSIGN OWNED refuses for the first superuser: names each kind; indexes and owned sequences follow. */
const TAKE_OVER = `
do $$
declare
  old constant oid := 'millrace'::regrole;
  command text;
begin
  for command in
    select format('alter database %I owner to ${APP_ROLE}', current_database())
    union all
    select format('alter schema %I owner to ${APP_ROLE}', nspname) from pg_namespace
      where nspowner = old and nspname !~ '^(pg_|information_schema$)'
    union all
    select format('alter table %s owner to ${APP_ROLE}', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relowner = old and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and n.nspname !~ '^(pg_|information_schema$)'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and c.relkind = 'S' and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${APP_ROLE}', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.proowner = old and n.nspname !~ '^(pg_|information_schema$)'
    union all
    select format('alter type %s owner to ${APP_ROLE}', t.oid::regtype)
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where t.typowner = old and t.typtype in ('e', 'd', 'r') and n.nspname !~ '^(pg_|information_schema$)'
  loop
    execute command;
  end loop;
end $$`;
