import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { sum } from '#shared/numbers';
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

/** How much of the window's lower edge its bars take, in pixels. */
const floor = (): number =>
  Math.max(
    0,
    ...[...document.querySelectorAll('[data-floor]')]
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top }) => window.innerHeight - top),
  );

/** The size of a toast at most, in pixels: its card below, on a phone nearly as wide as that. */
const most = { width: 356, height: 104 };

/** What a toast should not cover: titles and what can be pressed, of the dialog if one is open. */
const obstacles = () =>
  [
    ...([...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body).querySelectorAll(
      'a, button, input, label, h1, h2, h3',
    ),
  ]
    .filter((one) => !one.closest('[data-sonner-toaster]'))
    // The button that continues is the last thing to cover.
    .map((one) => ({ box: one.getBoundingClientRect(), weight: one.matches('[type="submit"]') ? 100 : 1 }));

/** Above the window's bars, as low as it covers neither a title nor a button; else where it covers least. */
function bottomOf(): number {
  const lowest = 16 + floor();
  const right = window.innerWidth - (onPhone() ? 16 : 24);
  const left = onPhone() ? 16 : right - most.width;
  const taken = obstacles();
  const covers = (bottom: number): number => {
    const end = window.innerHeight - bottom;
    return sum(
      taken.map(({ box, weight }) => {
        const width = Math.min(box.right, right) - Math.max(box.left, left);
        const height = Math.min(box.bottom, end) - Math.max(box.top, end - most.height);
        return width > 0 && height > 0 ? width * height * weight : 0;
      }),
    );
  };
  const steps = Math.max(1, Math.floor((window.innerHeight - most.height - lowest) / 16));
  const costs = Array.from({ length: steps }, (_, step) => covers(lowest + step * 16));
  return lowest + costs.indexOf(Math.min(...costs)) * 16;
}

/**
 * Shows the latest toast where it covers neither a title nor a button. It is rendered beside the app's root, because an
 * open dialog makes everything in the root inert, and a press on the toast would count as one outside the dialog and
 * close it.
 */
export function Toaster({ toast }: { toast: ToastContent }) {
  const [bottom, setBottom] = useState(16);
  useEffect(() => {
    // By then, what the action has changed is on the screen.
    const place = (): void => setBottom(bottomOf());
    const frame = requestAnimationFrame(place);
    // A page that becomes shorter moves what it ends with under the toast.
    const page = new ResizeObserver(place);
    page.observe(document.body);
    // One id, so that a newer toast replaces the older one at once and the same text is never shown twice.
    sonner.custom((id) => <ToastCard toast={toast} onClose={() => sonner.dismiss(id)} />, {
      id: `toast-${current}`,
      onAutoClose: leave,
      onDismiss: leave,
      duration: toast.tone === 'danger' ? 8000 : 5000,
    });
    return () => {
      cancelAnimationFrame(frame);
      page.disconnect();
    };
  }, [toast]);
  useEffect(() => () => void sonner.dismiss(), []);
  return createPortal(
    <Sonner
      visibleToasts={1}
      position={onPhone() ? 'bottom-center' : 'bottom-right'}
      mobileOffset={{ bottom, left: 16, right: 16 }}
      offset={{ bottom, right: 24 }}
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
        {toast.description && <p className="mt-0.5 text-ink-soft">{toast.description}</p>}
      </div>
      <button type="button" aria-label="閉じる" onClick={onClose} className="icon-button -m-2.5">
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
