/** Returns a line of CSV (RFC 4180). */
export const csvLine = (values: ReadonlyArray<string | number | null>): string =>
  `${values.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Spreadsheets interpret a text with such a start as a formula, which may send requests.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
