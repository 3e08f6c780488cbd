import { Check, ScanQrCode, Share2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { namedBy, routeOf } from './scanned-content';
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

/**
 * Shares this page and reads QR codes, floating near the thumb (spec 2, Home dashboard and Store devices). The app
 * opens the phone's share sheet and camera; a browser copies the address, and says that the app reads codes, unless the
 * page itself is installed as an app: then it uses the camera itself (decisions/page). `title` names the shared page;
 * without it there is nothing to share.
 */
export function ShareWidget({ title = '' }: { title?: string }) {
  const { copied, copy } = useCopy('もう一度お試しください。');
  const [share, sharing] = useAction(async () => {
    const url = window.location.href;
    // If the share sheet fails, the address is copied instead.
    if (!(await shareNatively({ title, url }).catch(() => false))) await copy(url);
  });
  const navigate = useNavigate();
  /** The page's own camera is open. */
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
  return (
    <>
      {/* Keeps the floating buttons off the end of the page. */}
      <div aria-hidden className="h-16" />
      <section
        aria-label="共有とQRコード"
        data-print="no"
        data-floor
        className={[
          // A bar, on a phone above the tab bar: buttons in a corner would lie on amounts and dates.
          'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-t border-line px-4 py-2',
          'bg-canvas/95 backdrop-blur sm:px-8 md:bottom-0 md:left-sidebar',
          // On a low screen (landscape, zoom) it would cover the buttons below it: it ends the page instead.
          '[@media(max-height:30rem)]:static',
        ].join(' ')}
      >
        <output
          className={
            copied
              ? [
                  'fade-in absolute right-4 bottom-full mb-3 rounded-full bg-ink px-4 py-2 text-sm font-semibold',
                  'text-canvas shadow-raised sm:right-8',
                ].join(' ')
              : 'sr-only'
          }
        >
          {copied ? 'リンクをコピーしました' : ''}
        </output>
        <div className="@container mx-auto flex max-w-4xl justify-end gap-3">
          <FloatingButton label="QRコードを読み取る" short={readShort} busy={reading} onClick={read}>
            <ScanQrCode aria-hidden className="size-5.5" />
          </FloatingButton>
          {title !== '' && (
            <FloatingButton label="このページを共有" short="共有" busy={sharing} onClick={share}>
              {copied ? <Check aria-hidden className="size-5.5" /> : <Share2 aria-hidden className="size-5.5" />}
            </FloatingButton>
          )}
        </div>
      </section>
      {scanning && <ScanDialog onRead={open} onClose={() => setScanning(false)} onFailure={cameraFailed} />}
    </>
  );
}

/** The narrowest phones have room for the verb alone. */
const readShort = (
  <>
    <span className="hidden @min-[20.5rem]:inline">QRコードを</span>読み取る
  </>
);

interface FloatingButtonProps {
  label: string;
  /** The text beside the icon: a part of the label, so that a voice can say it (WCAG 2.5.3). */
  short: ReactNode;
  busy: boolean;
  onClick: () => void;
  children: ReactNode;
}

const FloatingButton = ({ label, short, busy, onClick, children }: FloatingButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
    className={[
      'inline-flex min-h-12 items-center justify-center gap-2 rounded-full border border-line bg-surface px-4',
      'font-semibold text-accent-ink transition-colors hover:bg-accent-soft max-md:flex-1',
    ].join(' ')}
  >
    {children}
    <span aria-hidden className="hidden whitespace-nowrap @min-[14rem]:inline">
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
