import decodeQR from 'qr/decode.js';

/** The browser's own reader of codes (wicg.github.io/shape-detection-api); Safari and Firefox have none. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** Pixels of the longer side of a frame that is searched: enough for a code, and quick on an old phone. */
const searched = 640;

async function browsersReader(): Promise<Detector | undefined> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  return BarcodeDetector && formats?.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

/**
 * A function that looks for a QR code in a video's current frame and returns its content; undefined if there is none.
 * Loaded on demand, because it brings a reader for browsers without one.
 */
export async function frameReader(): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  const reader = await browsersReader();
  if (reader) return async (video) => (await reader.detect(video))[0]?.rawValue;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, searched / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0) return undefined;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // The reader throws if it finds no code.
      return undefined;
    }
  };
}
