import type { ReactNode } from 'react';
import { Button } from './button';

/** The end of a form: a way out, and the button that sends it, which comes first on a phone. */
export const FormActions = ({ onCancel, children }: { onCancel: () => void; children: ReactNode }) => (
  <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
    <Button variant="quiet" onClick={onCancel}>
      キャンセル
    </Button>
    {children}
  </div>
);
