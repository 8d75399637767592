/** RFC 4180. */
export const csvLine = (values: ReadonlyArray<string | number | null>): string =>
  `${values.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Spreadsheets take a text that begins like this for a formula, which may call out.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
