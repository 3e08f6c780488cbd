import { TextAreaField } from '../../../ui/text-area-field';
import type { Notes } from './use-notes';

/** The field of an optional note. */
export const NotesField = ({ notes, help }: { notes: Notes; help?: string }) => (
  <TextAreaField
    label="補足（任意）"
    help={help}
    value={notes.typed}
    onChange={(event) => notes.setTyped(event.target.value)}
    error={notes.error}
  />
);
