/** A text that is read to its end and agreed to: terms of service, privacy policy. */
export interface LegalText {
  title: string;
  /** Recorded with the shop when it is agreed to; changes with every change of the text. */
  version: string;
  introduction: string;
  articles: readonly { heading: string; paragraphs: readonly string[] }[];
  closing: string;
}
