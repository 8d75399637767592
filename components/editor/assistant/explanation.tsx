/** What a model wrote: plain text, whatever it holds. */
export function Explanation({ text }: { text: string }) {
  return <p className="max-w-3xl whitespace-pre-wrap break-words text-sm">{text}</p>;
}
