import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { Button } from './button';

interface DiscardQuestionProps {
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before a dialog closes with what was entered in it. */
export const DiscardQuestion = ({ onStay, onDiscard }: DiscardQuestionProps) => (
  <Dialog open onClose={onStay} className="fixed inset-0 z-50">
    <DialogBackdrop className="fade-in fixed inset-0 bg-scrim" />
    <div className="fixed inset-0 flex items-center justify-center p-4">
      <DialogPanel className="fade-in w-full max-w-sm rounded-card bg-surface p-6 shadow-raised">
        <DialogTitle className="text-lg font-semibold">入力した内容を破棄しますか？</DialogTitle>
        <p className="mt-2 text-ink-soft">まだ送信されていません。閉じると、入力した内容は失われます。</p>
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" className="text-danger" onClick={onDiscard}>
            破棄する
          </Button>
          <Button data-autofocus onClick={onStay}>
            入力を続ける
          </Button>
        </div>
      </DialogPanel>
    </div>
  </Dialog>
);
