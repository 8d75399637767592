/** Whether a `Prefer` header (RFC 7240) asks for an answer without what the caller has sent. */
export function prefersMinimal(prefer: string | undefined): boolean {
  const preferences = prefer?.split(',').map((each) => each.split(';')[0]!.replaceAll(' ', '').toLowerCase());
  return preferences?.some((each) => each === 'return=minimal' || each === 'return="minimal"') ?? false;
}
