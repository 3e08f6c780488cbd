import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import type { ToastContent } from './toast';

const looks = {
  success: { Icon: CircleCheck, className: 'text-success' },
  info: { Icon: Info, className: 'text-info' },
  danger: { Icon: CircleAlert, className: 'text-danger' },
} as const;

/**
 * Number of the toast on the screen. Sonner drops what is shown under the id of a toast that is just leaving, so each
 * toast that begins to leave ends its number.
 */
let current = 0;
const leave = (): void => void (current += 1);

/** Below the breakpoint of spec 9. */
const onPhone = (): boolean => window.matchMedia('(max-width: 767px)').matches;

/**
 * Shows the latest toast: at the top of a phone, where it covers neither the tab bar nor the buttons of a bottom sheet,
 * and at the lower right of a desktop. It is rendered beside the app's root, because an open dialog makes everything in
 * the root inert, and a press on the toast would count as one outside the dialog and close it.
 */
export function Toaster({ toast }: { toast: ToastContent }) {
  useEffect(() => {
    // One id, so that a newer toast replaces the older one at once and the same text is never shown twice.
    sonner.custom((id) => <ToastCard toast={toast} onClose={() => sonner.dismiss(id)} />, {
      id: `toast-${current}`,
      onAutoClose: leave,
      onDismiss: leave,
      duration: toast.tone === 'danger' ? 8000 : 5000,
    });
  }, [toast]);
  useEffect(() => () => void sonner.dismiss(), []);
  return createPortal(
    <Sonner
      visibleToasts={1}
      position={onPhone() ? 'top-center' : 'bottom-right'}
      mobileOffset={{ top: 'calc(1rem + env(safe-area-inset-top))', left: 16, right: 16 }}
      offset={24}
      containerAriaLabel="お知らせ"
    />,
    document.body,
  );
}

function ToastCard({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const { Icon, className } = looks[toast.tone];
  return (
    <div
      className={[
        'flex w-full items-start gap-3 rounded-card border border-line bg-surface p-4 text-ink shadow-raised',
        'sm:w-[356px]',
      ].join(' ')}
    >
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="phrased mt-0.5 text-ink-soft">{toast.description}</p>}
      </div>
      <button type="button" aria-label="閉じる" onClick={onClose} className="icon-button -m-2.5">
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
