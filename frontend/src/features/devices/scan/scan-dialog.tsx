import { useEffect, useEffectEvent, useRef } from 'react';
import { frameReader } from '../../../lib/camera/read-frame';
import { Dialog } from '../../../ui/dialog';

/** Milliseconds between two looks at the camera's picture. */
const pause = 200;

interface ScanDialogProps {
  onRead: (content: string) => void;
  onClose: () => void;
  /** The camera is not allowed (`NotAllowedError`), or there is none. */
  onFailure: (error: unknown) => void;
}

/** The picture of the phone's camera until a QR code is in it. The camera is off as soon as the dialog is gone. */
export function ScanDialog({ onRead, onClose, onFailure }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const read = useEffectEvent(onRead);
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    let stream: MediaStream | undefined;
    const over = new AbortController();
    const end = (): void => {
      over.abort();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const scan = async (): Promise<void> => {
      const [look, opened] = await Promise.all([
        frameReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ]);
      stream = opened;
      const shown = video.current;
      if (over.signal.aborted || !shown) return end();
      shown.srcObject = stream;
      await shown.play();
      while (!over.signal.aborted) {
        const content = await look(shown);
        if (over.signal.aborted) return;
        if (content) {
          end();
          read(content);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
    scan().catch((error: unknown) => {
      if (!over.signal.aborted) fail(error);
      end();
    });
    return end;
  }, []);

  return (
    <Dialog title="QRコードを読み取る" onClose={onClose}>
      <p className="mb-4 text-sm text-ink-soft">QRコードをカメラに写してください。写ると自動で読み取ります。</p>
      <video
        ref={video}
        muted
        playsInline
        aria-label="カメラの映像"
        className="aspect-square w-full rounded-field bg-black object-cover"
      />
    </Dialog>
  );
}
