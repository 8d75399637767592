/** Is this text an OpenAPI 3 document? Cheap: it looks at the beginning only. */
export function looksLikeOpenApi(text: string): boolean {
  const start = text.slice(0, 4_000);
  return (
    /^\s*\{[\s\S]*"openapi"\s{0,9}:\s{0,9}"3/.test(start) ||
    /^["']?openapi["']?\s{0,9}:\s{0,9}["']?3/m.test(start)
  );
}
