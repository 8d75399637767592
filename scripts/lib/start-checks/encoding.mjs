/**
 * Refuses a database that can't hold every text.
 * @type {import('./finding.mjs').Check}
 */
export async function checkEncoding({ client }) {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding");
  const [{ encoding }] = rows;
  if (encoding === 'UTF8') return null;
  return {
    fault:
      `its encoding is ${encoding}, which can't hold every text: ` +
      "make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
  };
}
