import { Check, ScanQrCode, Share2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { namedBy, routeOf } from '#shared/model/scanned-content';
import { readCode, shareNatively } from '../../../lib/native/native-app';
import { useCopy } from '../../../ui/copy-button';
import { useAction } from '../../../ui/use-action';
import { showToast } from '../../../ui/toast';
import { lazyDialog } from '../../../ui/lazy-dialog';

const ScanDialog = lazyDialog(() => import('./scan-dialog').then((module) => module.ScanDialog));

const scanTexts = {
  browser: {
    tone: 'info',
    title: 'アプリ版をご利用ください',
    description: 'QRコードの読み取りは、アプリ版でご利用いただけます。',
  },
  denied: {
    tone: 'danger',
    title: 'カメラへのアクセスを許可してください',
    description:
      'QRコードを読み取るには、カメラの使用許可が必要です。端末の設定で許可してから、もう一度お試しください。',
  },
  failed: {
    tone: 'danger',
    title: 'QRコードを読み取れませんでした',
    description: 'カメラを起動できませんでした。もう一度お試しください。',
  },
} as const;

/** Shares the address of this page by the phone's share sheet, or else copies it. */
function useShare(title: string) {
  const { copied, copy } = useCopy();
  const [share, sharing] = useAction(async () => {
    const url = window.location.href;
    try {
      if (!(await shareNatively({ title, url }))) await copy(url);
    } catch {
      // The share sheet failed, so the address is copied instead.
      await copy(url);
    }
  });
  return { share, sharing, copied };
}

/** Reads a QR code by the app's camera and opens what it names; `scanning` while the page's own camera is open. */
function useScan() {
  const navigate = useNavigate();
  const [scanning, setScanning] = useState(false);
  const open = (content: string): void => {
    setScanning(false);
    void navigate(routeOf(namedBy(content, window.location.origin)));
  };
  const cameraFailed = (error: unknown): void => {
    setScanning(false);
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
    showToast(scanTexts[isDenied ? 'denied' : 'failed']);
  };
  const [read, reading] = useAction(
    async () => {
      const scan = await readCode();
      if (scan.state === 'browser' && canScanHere()) setScanning(true);
      else if (scan.state === 'read') open(scan.content);
      else if (scan.state !== 'cancelled') showToast(scanTexts[scan.state]);
    },
    () => showToast(scanTexts.failed),
  );
  return { read, reading, scanning, open, cameraFailed, close: () => setScanning(false) };
}

/**
 * Shares this page and reads QR codes, floating near the thumb (spec 2, Home dashboard and Store devices). The app
 * opens the phone's share sheet and camera; a browser copies the address, and says that the app reads codes, unless the
 * page itself is installed as an app: then it uses the camera itself (decisions/page). `title` names the shared page.
 */
export function ShareWidget({ title }: { title: string }) {
  const { share, sharing, copied } = useShare(title);
  const { read, reading, scanning, open, cameraFailed, close } = useScan();
  return (
    <>
      {/* Keeps the floating buttons off the end of the page. */}
      <div aria-hidden className="h-16 md:h-24" />
      <section
        aria-label="共有とQRコード"
        data-print="no"
        className={[
          'fixed z-20 flex flex-col items-end gap-3 md:right-8 md:bottom-8',
          // On a phone a bar on the tab bar: round buttons in a corner would lie on amounts and dates.
          'max-md:inset-x-0 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:border-t max-md:border-line',
          'max-md:bg-canvas/95 max-md:px-4 max-md:py-2 max-md:backdrop-blur',
          // On a low screen (landscape, zoom) it would cover the buttons below it: it ends the page instead.
          '[@media(max-height:30rem)]:static',
        ].join(' ')}
      >
        <output
          className={
            copied
              ? [
                  'fade-in absolute right-4 bottom-full mb-3 rounded-full bg-ink px-4 py-2 text-sm font-semibold',
                  'text-canvas shadow-raised md:right-0',
                ].join(' ')
              : 'sr-only'
          }
        >
          {copied ? 'リンクをコピーしました' : ''}
        </output>
        <div className="flex gap-3 max-md:@container max-md:w-full">
          <FloatingButton label="QRコードを読み取る" short="QRコード" busy={reading} onClick={read}>
            <ScanQrCode aria-hidden className="size-5.5" />
          </FloatingButton>
          <FloatingButton label="このページを共有" short="共有" primary busy={sharing} onClick={share}>
            {copied ? <Check aria-hidden className="size-5.5" /> : <Share2 aria-hidden className="size-5.5" />}
          </FloatingButton>
        </div>
      </section>
      {scanning && <ScanDialog onRead={open} onClose={close} onFailure={cameraFailed} />}
    </>
  );
}

interface FloatingButtonProps {
  label: string;
  /** The text beside the icon: a part of the label, so that a voice can say it (WCAG 2.5.3). */
  short: string;
  primary?: boolean;
  busy: boolean;
  onClick: () => void;
  children: ReactNode;
}

const FloatingButton = ({ label, short, primary = false, busy, onClick, children }: FloatingButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
    className={[
      'inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-4 font-semibold transition-colors',
      'max-md:flex-1 md:min-h-14 md:px-5 md:shadow-raised',
      primary
        ? 'bg-accent text-on-accent hover:bg-accent-hover'
        : 'border border-line bg-surface text-accent-ink hover:bg-accent-soft',
    ].join(' ')}
  >
    {children}
    <span aria-hidden className="whitespace-nowrap max-md:hidden max-md:@min-[14rem]:inline">
      {short}
    </span>
  </button>
);

/** Safari on iOS sets this, and not the display mode, when the page was opened from the home screen. */
interface AppleNavigator extends Navigator {
  standalone?: boolean;
}

/** Whether the page runs as an installed app, and the browser lets it use a camera (only on https). */
const canScanHere = (): boolean =>
  (window.matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true) &&
  'mediaDevices' in navigator;
