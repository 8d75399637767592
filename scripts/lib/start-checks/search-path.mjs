/**
 * Refuses a search path that does not begin with the schema of Millrace's tables: the server would be ready,
 * and every call would fail.
 * @type {import('./finding.mjs').Check}
 */
export async function checkSearchPath({ client, url }) {
  const schema = new URL(url).searchParams.get('schema');
  if (schema && schema !== 'public')
    return {
      fault:
        `DATABASE_URL asks for the schema ${schema}, and Millrace's tables are in the schema public: ` +
        'leave ?schema= out, and give Millrace a database of its own',
    };
  const { rows } = await client.query(
    `select current_schema() as first, current_setting('search_path') as path,
       to_regnamespace('public') is not null as "hasPublic",
       coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'USAGE'), true) as "mayUsePublic",
       quote_ident(current_user) as role, quote_ident(current_database()) as name`,
  );
  const [{ first, path, hasPublic, mayUsePublic, role, name }] = rows;
  if (!hasPublic)
    return {
      fault: `it has no schema public, which holds Millrace's tables: CREATE SCHEMA public AUTHORIZATION ${role}`,
    };
  // PostgreSQL passes over a schema that the role may not use; the check of its rights says so.
  if (first === 'public' || !mayUsePublic) return null;
  return {
    fault:
      `the search_path of ${role} is ${path}, and Millrace's tables are in the schema public: ` +
      `ALTER ROLE ${role} IN DATABASE ${name} SET search_path = public`,
  };
}
