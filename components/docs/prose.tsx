/** Text with `code` in backticks and blank lines between paragraphs: descriptions use no other markup. */
export function Prose({ text, className }: { text: string; className?: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className={`flex flex-col gap-2 ${className ?? ''}`}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  );
}

export function Inline({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, index) => ({ part, code: index % 2 === 1, key: `${index}-${part}` }));
  return parts.map(({ part, code, key }) =>
    code ? (
      <code key={key} className="rounded-sm bg-pressed px-1 py-px text-[0.92em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
