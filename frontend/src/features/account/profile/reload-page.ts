import { drafts } from '../../../lib/drafts';

/** What was saved before the reload, by the field's name. */
const note = 'saved-field';

/**
 * Reloads the whole page, as spec 4 asks for after a change of the profile: everything shown is then the server's.
 * The new page says that `field` was saved, and moves to it.
 */
export function reloadPage(userId?: string, field?: string): void {
  if (userId && field) drafts.write(note, userId, field);
  window.location.reload();
}

/** The field that was saved just before this page was loaded, once. */
export function takeSavedField(userId: string): unknown {
  const field = drafts.read(note, userId);
  drafts.remove(note);
  return field;
}
