import { Drawing } from '../../ui/drawing';

/** A drawing of an invoice with three rings above it. */
export const PaperPicture = () => (
  <Drawing shadow={48}>
    <path
      d="M52 40h40l16 16v46a4 4 0 0 1-4 4H52a4 4 0 0 1-4-4V44a4 4 0 0 1 4-4Z"
      className="fill-surface stroke-line-strong"
      strokeWidth="2"
    />
    <path d="M92 40v12a4 4 0 0 0 4 4h12Z" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <path d="M58 66h28M58 76h40M58 86h20" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
    <rect x="84" y="86" width="16" height="10" rx="3" className="fill-accent-soft stroke-accent" strokeWidth="2" />
  </Drawing>
);
