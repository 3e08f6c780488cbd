import { createContext, use, useEffect } from 'react';

/** Where the phone's back button leads from the step that a dialog shows; undefined closes the dialog. */
type Back = (() => void) | undefined;

export const DialogStep = createContext<(back: Back) => void>(() => undefined);

/**
 * Tells the dialog around it about the step of a wizard. A step with a way back holds what the user has entered: the
 * dialog asks before it closes.
 */
export function useDialogStep(back: Back): void {
  const show = use(DialogStep);
  useEffect(() => {
    show(back);
    return () => show(undefined);
  });
}
