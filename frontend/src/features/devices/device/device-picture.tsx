import { Drawing } from '../../../ui/drawing';

/** A drawing of an ozone unit. */
export const DevicePicture = () => (
  <Drawing shadow={58}>
    <rect x="42" y="42" width="76" height="64" rx="12" className="fill-surface stroke-line-strong" strokeWidth="2" />
    <path
      d="M42 54a12 12 0 0 1 12-12h52a12 12 0 0 1 12 12v4H42v-4Z"
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
    />
    <circle cx="66" cy="82" r="12" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <path d="M66 82l6-6" className="stroke-accent" strokeWidth="2.500" strokeLinecap="round" />
    <rect x="88" y="72" width="20" height="8" rx="2" className="fill-sunken stroke-line-strong" strokeWidth="1.500" />
    <path d="M89 90h18M89 96h12" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
  </Drawing>
);
