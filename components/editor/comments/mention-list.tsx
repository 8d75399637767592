import { cn } from '../../ui/class-names';
import { floatingClasses, itemClasses } from '../../ui/menu-classes';

export interface MentionListProps {
  id: string;
  people: ReadonlyArray<{ userId: string; name: string; email: string }>;
  activeIndex: number;
  onChoose: (name: string) => void;
}

/** The id of the option that a screen reader is at. */
export const mentionOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The members that complete an `@`, under the field; the focus stays in the field. */
export function MentionList({ id, people, activeIndex, onChoose }: MentionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Members"
      className={cn(floatingClasses, 'absolute inset-x-0 top-full mt-1 max-h-56')}
    >
      {people.map(({ userId, name, email }, index) => (
        <div
          key={userId}
          id={mentionOptionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          className={cn(itemClasses, index === activeIndex && 'bg-hover')}
          // Keeps the focus, and with it the caret, in the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
        >
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="min-w-0 truncate text-muted text-xs">{email}</span>
        </div>
      ))}
    </div>
  );
}
