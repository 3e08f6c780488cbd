import { QrCode } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { CopyButton } from '../../../ui/copy-button';
import { Disclosure } from '../../../ui/disclosure';

interface DeviceCodeProps {
  /** What can be copied, and its name: a serial number or a shop's id. */
  content: string;
  what: string;
  /** The screen that the code opens: the code holds its address, which the camera of any phone opens. */
  path: string;
  label: string;
}

/** A QR code for another phone's camera, with the text that it stands for to copy. */
export const DeviceCode = ({ content, what, path, label }: DeviceCodeProps) => (
  <Disclosure
    Icon={QrCode}
    label={label}
    onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
  >
    <div className="flex flex-wrap items-center gap-4">
      {/* White around it in both themes: readers want dark on light. */}
      <div className="rounded-field border border-line bg-white p-3">
        <QRCodeSVG value={`${window.location.origin}${path}`} size={132} level="M" title={label} />
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="mb-3 text-sm text-ink-soft">スマートフォンのカメラで読み取ると、この画面を開けます。</p>
        <CopyButton text={content} what={what} />
      </div>
    </div>
  </Disclosure>
);
