const FEW = 3;

/**
 * Tables of Millrace that the role does not own, and neither does a role of which it is a member. In `public`
 * somebody may have tables of extensions, so only those of the owner of Millrace's history count there.
 */
const FOREIGN = `
select format('%I.%I', n.nspname, c.relname) as name, quote_ident(pg_get_userbyid(c.relowner)) as owner
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not pg_has_role(c.relowner, 'USAGE') and (n.nspname = 'runtime'
  or n.nspname = 'public' and c.relowner =
    (select relowner from pg_class where oid = to_regclass('public._prisma_migrations')))
order by 1`;

const SCHEMAS = `
select quote_ident(current_user) as role, quote_ident(current_database()) as name,
  has_database_privilege(current_database(), 'CREATE') as "mayCreateSchemas",
  array(select quote_ident(nspname::text) from pg_namespace
    where nspname in ('public', 'runtime')
      and not (has_schema_privilege(oid, 'CREATE') and has_schema_privilege(oid, 'USAGE'))) as closed,
  to_regnamespace('runtime') is not null as "hasRuntime"`;

/**
 * Refuses a role that could not create or change Millrace's tables: migrations do it at a start, and each
 * month's tables are made while the server runs.
 * @type {import('./finding.mjs').Check}
 */
export async function checkRoleRights({ client }) {
  const { rows } = await client.query(SCHEMAS);
  const [{ role, name, mayCreateSchemas, closed, hasRuntime }] = rows;
  if (closed.length > 0)
    return {
      fault:
        `${role} may not create tables in the schema ${closed.join(' and ')}: ` +
        `GRANT USAGE, CREATE ON SCHEMA ${closed.join(', ')} TO ${role}, or ALTER DATABASE ${name} OWNER TO ${role}`,
    };
  if (!hasRuntime && !mayCreateSchemas)
    return {
      fault:
        `${role} may not create schemas in it: GRANT CREATE ON DATABASE ${name} TO ${role}, ` +
        `or ALTER DATABASE ${name} OWNER TO ${role}`,
    };
  const { rows: foreign } = await client.query(FOREIGN);
  if (foreign.length === 0) return null;
  const some = foreign.slice(0, FEW).map((table) => table.name);
  const more = foreign.length > FEW ? ` and ${foreign.length - FEW} more` : '';
  const [{ owner }] = foreign;
  return {
    fault:
      `${role} does not own the tables ${some.join(', ')}${more}, and so can't bring them up to date: ` +
      `connect as ${owner}, or GRANT ${owner} TO ${role}`,
  };
}
