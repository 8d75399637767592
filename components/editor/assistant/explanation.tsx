/** Shows a model's text as plain text; markup in it is not interpreted. */
export function Explanation({ text }: { text: string }) {
  return <p className="max-w-3xl whitespace-pre-wrap break-words text-sm">{text}</p>;
}
