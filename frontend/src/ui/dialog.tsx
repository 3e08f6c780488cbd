import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentProps,
  type ReactNode,
  createContext,
  use,
} from 'react';
import { keepFocus, Button, ButtonLink } from './basics';
import { enterHistory } from './dialog-history';
import { isConverting } from './is-converting';
import { rememberFocus } from './last-used';
import { endToast } from './toast';

interface DialogProps {
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the end, in one row where they fit. */
  actions?: ReactNode;
  /** The user cannot close the dialog, e.g. while something is being sent. */
  locked?: boolean;
  /** Something was entered that closing would lose: the dialog asks first. Its own buttons do not ask. */
  dirty?: boolean;
  /**
   * Where the phone's back button leads, and Escape where nothing is lost; without it, the dialog closes. Steps of a
   * wizard say it by `useDialogStep`.
   */
  onBack?: (() => void) | undefined;
}

const panel = 'fade-in w-full overflow-clip bg-surface shadow-raised border border-transparent dark:border-line';

/**
 * A question that must be answered first: centred on a desktop, a bottom sheet on a phone. Load it by `lazyDialog`,
 * because only users who open a dialog need Headless UI.
 */
export function Dialog({ onClose, title, children, actions, locked = false, dirty = false, onBack }: DialogProps) {
  const [asking, setAsking] = useState(false);
  // A choice or a typed text inside; the buttons of steps are no input.
  const [touched, setTouched] = useState(false);
  const [stepBack, setStepBack] = useState<() => void>();
  const showStep = useCallback((back: (() => void) | undefined) => setStepBack(() => back), []);
  const leave = (): void => {
    // Headless UI takes the focus away before it asks to close.
    if (locked) setTimeout(rememberFocus());
    else if (dirty || (touched && stepBack)) setAsking(true);
    else onClose();
  };
  // Headless UI cannot know what was used before the dialog whose code it was loaded for, and takes its turn first.
  const [returnFocus] = useState(rememberFocus);
  useEffect(() => () => void setTimeout(returnFocus), [returnFocus]);
  useEffect(endToast, []);
  const back = useEffectEvent(() => {
    if (asking) setAsking(false);
    else if (!locked) (stepBack ?? onBack ?? leave)();
  });
  useEffect(() => enterHistory(() => back()), []);
  return (
    <HeadlessDialog open onClose={onBack && !locked && !dirty ? onBack : leave} className="fixed inset-0 z-50">
      <DialogBackdrop className="fade-in fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:p-6">
        <DialogPanel
          onInput={() => setTouched(true)}
          // Headless UI closes at Escape even if that only takes a conversion back.
          onKeyDown={(event) => isConverting(event.nativeEvent) && event.stopPropagation()}
          className={`${panel} flex max-h-[92dvh] flex-col rounded-t-card sm:max-w-xl sm:rounded-card`}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4 sm:px-7 sm:pt-6">
            <DialogTitle className="min-w-0 py-2 text-lg leading-[1.75rem] font-semibold break-words">
              {title}
            </DialogTitle>
            <button
              type="button"
              aria-label="閉じる"
              disabled={locked}
              onMouseDown={keepFocus}
              onClick={leave}
              className="icon-button -mr-2 disabled:opacity-0"
            >
              <X aria-hidden className="size-5" />
            </button>
          </div>
          <div className="edged min-h-0 scroll-pb-6 overflow-y-auto px-5 pt-2 pb-6 sm:px-7">
            <DialogStep value={showStep}>{children}</DialogStep>
          </div>
          {actions && <div className="actions px-5 pt-3 pb-5 sm:px-7 sm:pb-6">{actions}</div>}
        </DialogPanel>
      </div>
      {asking && <DiscardQuestion onStay={() => setAsking(false)} onDiscard={onClose} />}
    </HeadlessDialog>
  );
}

interface NoticeDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'children'> {
  /** The way to what has to be done first. */
  way?: Pick<ComponentProps<typeof ButtonLink>, 'to' | 'variant' | 'children'> | undefined;
}

/** Says why something cannot be done now, and leads to where it can. */
export const NoticeDialog = ({ onClose, title, children, way }: NoticeDialogProps) => (
  <Dialog
    onClose={onClose}
    title={title}
    actions={
      <>
        <Button variant="quiet" onClick={onClose}>
          閉じる
        </Button>
        {way && <ButtonLink {...way} onClick={onClose} />}
      </>
    }
  >
    {children}
  </Dialog>
);

/** Asks before a dialog closes with what was entered in it. */
const DiscardQuestion = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => (
  <HeadlessDialog open onClose={onStay} className="fixed inset-0 z-50">
    <DialogBackdrop className="fade-in fixed inset-0 bg-scrim" />
    <div className="fixed inset-0 flex items-center justify-center p-4">
      <DialogPanel className={`${panel} max-w-sm rounded-card p-6`}>
        <DialogTitle className="text-lg font-semibold">入力した内容を破棄しますか？</DialogTitle>
        <p className="mt-2 text-ink-soft">まだ送信されていません。閉じると、入力した内容は失われます。</p>
        <div className="actions mt-6">
          <Button variant="quiet" className="text-danger" onClick={onDiscard}>
            破棄する
          </Button>
          <Button data-autofocus onClick={onStay}>
            入力を続ける
          </Button>
        </div>
      </DialogPanel>
    </div>
  </HeadlessDialog>
);

/** Where the phone's back button leads from the step that a dialog shows; undefined closes the dialog. */
type Back = (() => void) | undefined;

const DialogStep = createContext<(back: Back) => void>(() => undefined);

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
