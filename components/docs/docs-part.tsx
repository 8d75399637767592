import type { ReactNode } from 'react';

/** A chapter of text. */
export function DocsPart(props: { id: string; title: string; first?: boolean; children: ReactNode }) {
  const Title = props.first ? 'h1' : 'h2';
  return (
    <section id={props.id} className="scroll-mt-16 pt-10">
      <Title className={`mb-3 font-semibold tracking-tight ${props.first ? 'text-2xl' : 'text-xl'}`}>
        {props.title}
      </Title>
      <div className="flex max-w-3xl flex-col gap-3 text-muted">{props.children}</div>
    </section>
  );
}
