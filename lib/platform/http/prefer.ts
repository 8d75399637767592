/** Returns true if a `Prefer` header (RFC 7240) asks for a response without the data that the caller sent. */
export function prefersMinimal(prefer: string | undefined): boolean {
  const preferences = prefer?.split(',').map((each) => each.split(';')[0]!.replaceAll(' ', '').toLowerCase());
  return preferences?.some((each) => each === 'return=minimal' || each === 'return="minimal"') ?? false;
}
