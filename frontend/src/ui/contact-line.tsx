import { Phone } from 'lucide-react';

interface ContactLineProps {
  /** Nothing is shown until it is known. */
  contact: { company: string; address: string; telephone: string; hours: string } | undefined;
  className?: string;
}

/** Whom to call: company, telephone, hours, address. Stands below a text that names the staff (担当者). */
export const ContactLine = ({ contact, className = '' }: ContactLineProps) =>
  contact && (
    <address className={`flex gap-2.5 text-sm text-ink-soft not-italic ${className}`}>
      <Phone aria-hidden className="mt-1 size-4 shrink-0" />
      <span className="min-w-0">
        担当者の連絡先：{contact.company}{' '}
        <a
          className="font-semibold whitespace-nowrap text-accent-ink underline"
          href={`tel:${contact.telephone.replaceAll('-', '')}`}
        >
          {contact.telephone}
        </a>
        （{contact.hours}）<span className="block">{contact.address}</span>
      </span>
    </address>
  );
