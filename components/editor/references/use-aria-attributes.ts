import { useFieldControl, useFieldLabelId } from '../../ui/field';
import type { ReferenceInputProps } from './text-frame';
import type { useCompletion } from './use-completion';

/** Returns the ARIA attributes of the editable element; the ids of its notes begin with `id`. */
export function useAriaAttributes(
  props: ReferenceInputProps,
  id: string,
  { isOpen, options, current }: Pick<ReturnType<typeof useCompletion>, 'isOpen' | 'options' | 'current'>,
): Record<string, string> {
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  const label = props['aria-label'];
  const invalid = props.invalid || wiring['aria-invalid'];
  const described = [
    wiring['aria-describedby'],
    `${id}-notes`,
    props.language === undefined || props.language === 'text' ? '' : `${id}-syntax`,
  ];
  return {
    role: props.multiline ? 'textbox' : 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-describedby': described.filter(Boolean).join(' '),
    'aria-readonly': String(props.readOnly ?? false),
    ...(props.multiline ? { 'aria-multiline': 'true' } : { 'aria-expanded': String(isOpen) }),
    ...(wiring.id === undefined ? {} : { id: wiring.id }),
    ...(label !== undefined ? { 'aria-label': label } : labelId ? { 'aria-labelledby': labelId } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(wiring['aria-required'] ? { 'aria-required': 'true' } : {}),
    ...(isOpen ? { 'aria-controls': `${id}-list` } : {}),
    ...(isOpen && options[current] ? { 'aria-activedescendant': `${id}-list-${current}` } : {}),
  };
}
